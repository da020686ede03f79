/** Lines that may swing with a mass, which keep account of their work. */
import { expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { tablesOf } from '../../dist/circuit/views.js';
import { linesAtMasses } from '../../dist/network/linesAtMasses.js';

test('those at motors and bodies, at pistons that meet others in junctions, what meets them there, and at accumulators; none between pumps and valves, that carries waves, or that is alone at a piston, which is solved without its inertance', () => {
  const built = circuit('several')
    .component('pump', 'flowSource', { flow: '10 l/min' })
    .component('supply', 'junction')
    .component('store', 'accumulator', { gasVolume: '1 l', prechargePressure: '50 bar', initialPressure: '60 bar' })
    .component('neck', 'orifice', { area: '5 mm2' })
    .component('valve', 'orifice', { area: '5 mm2' })
    .component('split', 'junction')
    .component('more', 'junction')
    .component('c', 'actuator', { bore: '50 mm', stroke: '300 mm', mass: '100 kg' })
    .component('back', 'orifice', { area: '5 mm2' })
    .component('m', 'motor', { displacement: '20 cm3/rev', loadInertia: '0.1 kg m2' })
    .component('out', 'orifice', { area: '5 mm2' })
    .component('end', 'blockedEnd')
    .component('t', 'tank')
    .line('pumped', 'pump', 'supply', { volume: '1 l' })
    .line('feed', 'supply', 'valve.in', { volume: '1 l' })
    .line('drawn', 'supply', 'neck.in', { volume: '1 l' })
    .line('stored', 'neck.out', 'store.in', { volume: '1 l' })
    .line('after', 'valve.out', 'split', { volume: '1 l' })
    .line('between', 'split', 'more', { volume: '1 l' })
    .line('long', 'more', 'end', { model: 'wave', length: '10 m', diameter: '20 mm' })
    .line('cap', 'split', 'c.cap', { volume: '1 l' })
    .line('rod', 'c.rod', 'back.in', { volume: '1 l' })
    .line('in', 'more', 'm.in', { volume: '1 l' })
    .line('outlet', 'm.out', 'out.in', { volume: '1 l' })
    .direct('back.out', 't')
    .direct('out.out', 't')
    .run({ end: '1 s' })
    .build();
  const found = linesAtMasses(tablesOf(built));
  expect(built.lines.filter((_, l) => found[l] === 1).map(({ name }) => name)).toEqual([
    'stored',
    'after',
    'between',
    'cap',
    'in',
    'outlet',
  ]);
});
