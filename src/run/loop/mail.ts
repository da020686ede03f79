/** Doubles from one parity's mail slot {p, w, V} to the other's: both lie in one cache line of the layout's eight doubles. */
export const mailStride = 4;
