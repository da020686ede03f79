import { expect, test } from 'vitest';
import {
  displayUnit,
  formatBytes,
  formatCount,
  formatNumber,
  formatPlural,
  formatQuantity,
  formatSeconds,
} from '../../dist/report/units.js';

test('quantities are shown in the units that engineers read', () => {
  expect(formatQuantity(145e5, 'Pa')).toBe('145 bar');
  expect(formatQuantity(121 / 6e4, 'm3/s')).toBe('121 l/min');
  expect(formatQuantity((985 * 2 * Math.PI) / 60, 'rad/s')).toBe('985 rev/min');
  expect(formatQuantity(1.8175, 'm')).toBe('1818 mm');
  expect(formatQuantity(0.3, '1')).toBe('0.3');
  expect(formatQuantity(5, 'N s/m')).toBe('5 N s/m');
  expect(displayUnit('m3/s/Pa').factor).toBe(6e9);
});

test.each([
  [0, '0 s'],
  [1e-6, '1 µs'],
  [9.9999e-4, '1 ms'],
  [2.6e-3, '2.6 ms'],
  [0.99999, '1 s'],
  [12.345, '12.3 s'],
  [192, '3 min 12 s'],
  [3e-9, '3 ns'],
])('%d seconds are written %s', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text);
});

test('numbers, counts and bytes', () => {
  expect(formatNumber(1.23456e-12, 3)).toBe('1.23e-12');
  expect(formatNumber(1e9)).toBe('1e9');
  expect(formatNumber(Number.NaN)).toBe('NaN');
  expect([formatCount(3713), formatCount(74_073), formatCount(1_234_567)]).toEqual(['3713', '74 073', '1 234 567']);
  expect([formatBytes(812), formatBytes(1.4e6), formatBytes(999_900)]).toEqual(['812 B', '1.4 MB', '1 MB']);
  expect([formatPlural(1, 'line'), formatPlural(2, 'quantity', 'quantities')]).toEqual(['1 line', '2 quantities']);
});
