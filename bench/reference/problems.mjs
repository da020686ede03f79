/** The stiff problems of cvode.c and scipy_lsoda.py, as ringmain's integrators take them, and their solutions. */
const everyPlace = (size) => ({
  size,
  starts: Int32Array.from({ length: size + 1 }, (_, j) => j * size),
  rows: Int32Array.from({ length: size * size }, (_, k) => k % size),
});

const hires = {
  size: 8,
  mass: null,
  pattern: everyPlace(8),
  timeDerivative: null,
  rates(_t, y, f) {
    f[0] = -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007;
    f[1] = 1.71 * y[0] - 8.75 * y[1];
    f[2] = -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4];
    f[3] = 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3];
    f[4] = -1.745 * y[4] + 0.43 * y[5] + 0.43 * y[6];
    f[5] = -280 * y[5] * y[7] + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6];
    f[6] = 280 * y[5] * y[7] - 1.81 * y[6];
    f[7] = -f[6];
  },
  jacobian(_t, y, values) {
    const rows = [
      [-1.71, 0.43, 8.32, 0, 0, 0, 0, 0],
      [1.71, -8.75, 0, 0, 0, 0, 0, 0],
      [0, 0, -10.03, 0.43, 0.035, 0, 0, 0],
      [0, 8.32, 1.71, -1.12, 0, 0, 0, 0],
      [0, 0, 0, 0, -1.745, 0.43, 0.43, 0],
      [0, 0, 0, 0.69, 1.71, -280 * y[7] - 0.43, 0.69, -280 * y[5]],
      [0, 0, 0, 0, 0, 280 * y[7], -1.81, 280 * y[5]],
      [0, 0, 0, 0, 0, -280 * y[7], 1.81, -280 * y[5]],
    ];
    for (const [i, row] of rows.entries()) for (const [j, value] of row.entries()) values[j * 8 + i] = value;
  },
};

const vanDerPol = {
  size: 2,
  mass: null,
  pattern: everyPlace(2),
  timeDerivative: null,
  rates(_t, y, f) {
    f[0] = y[1];
    f[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) * 1e6;
  },
  jacobian(_t, y, values) {
    values.set([0, (-2 * y[0] * y[1] - 1) * 1e6, 1, (1 - y[0] * y[0]) * 1e6]);
  },
};

const robertson = {
  size: 3,
  mass: null,
  pattern: everyPlace(3),
  timeDerivative: null,
  rates(_t, y, f) {
    f[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
    f[2] = 3e7 * y[1] * y[1];
    f[1] = -f[0] - f[2];
  },
  jacobian(_t, y, values) {
    values.set([-0.04, 0.04, 0, 1e4 * y[2], -1e4 * y[2] - 6e7 * y[1], 6e7 * y[1], 1e4 * y[1], -1e4 * y[1], 0]);
  },
};

const transition = 152929.6875;
/** Orifice of 4 mm: flow in m³/s and its slope, at a difference of pressure in Pa (Ellman and Piché 1999). */
function orifice(drop) {
  const area = (Math.PI * 0.004 * 0.004) / 4;
  const x = Math.abs(drop);
  if (x > transition) {
    const flow = 0.6 * area * Math.sqrt((2 * x) / 870);
    return [Math.sign(drop) * flow, flow / (2 * x)];
  }
  const scale = (3 * area * 30e-6 * 1000) / (4 * 0.004);
  const u = x / transition;
  return [Math.sign(drop) * scale * u * (3 - u), (scale / transition) * (3 - 2 * u)];
}

const length = 20;
const stiffness = (i) => 1.2e9 / (i % 2 === 0 ? 1e-5 : 1e-3);
const after = (p, i) => (i + 1 < length ? p[i + 1] : 0);
/** Volumes of 0.01 and 1 l in turn, bulk modulus 1.2 GPa, orifices of 4 mm between, the last one to tank; 40 l/min into the first. */
const chain = {
  size: length,
  mass: null,
  pattern: everyPlace(length),
  timeDerivative: null,
  rates(_t, p, f) {
    let into = 40e-3 / 60;
    for (let i = 0; i < length; i++) {
      const [out] = orifice(p[i] - after(p, i));
      f[i] = stiffness(i) * (into - out);
      into = out;
    }
  },
  jacobian(_t, p, values) {
    values.fill(0);
    for (let i = 0; i < length; i++) {
      const [, slope] = orifice(p[i] - after(p, i));
      values[i * length + i] -= stiffness(i) * slope;
      if (i + 1 === length) break;
      values[(i + 1) * length + i] += stiffness(i) * slope;
      values[i * length + i + 1] += stiffness(i + 1) * slope;
      values[(i + 1) * length + i + 1] -= stiffness(i + 1) * slope;
    }
  },
};

/** `scale`: atol is rtol times this. */
export const problems = [
  { name: 'hires', problem: hires, start: [1, 0, 0, 0, 0, 0, 0, 0.0057], end: 321.8122, scale: 1e-4 },
  { name: 'vanderpol2', problem: vanDerPol, start: [2, 0], end: 2, scale: 1 },
  { name: 'vanderpol12', problem: vanDerPol, start: [2, 0], end: 12, scale: 1 },
  { name: 'robertson', problem: robertson, start: [1, 0, 0], end: 4e6, scale: 1e-6 },
  { name: 'chain', problem: chain, start: new Array(length).fill(1e5), end: 1, scale: 1e5 },
];
