/**
 * The binary format of WebAssembly, as far as the kernels need it: numbers, sections, and the bytes of one function's body.
 * WebAssembly Core Specification 2.0, §5; threads: the proposal of the same group (opcodes behind 0xfe).
 */

/** Value types. */
export const valueTypes = { i32: 0x7f, i64: 0x7e, f64: 0x7c, v128: 0x7b } as const;
export type ValueType = keyof typeof valueTypes;

/** Instructions without immediates, by their name in the text format. Two numbers: the prefix and what follows it. */
const plain = {
  unreachable: [0x00],
  else: [0x05],
  end: [0x0b],
  return: [0x0f],
  drop: [0x1a],
  select: [0x1b],
  'i32.eqz': [0x45],
  'i32.eq': [0x46],
  'i32.ne': [0x47],
  'i32.lt': [0x48],
  'i32.gt': [0x4a],
  'i32.le': [0x4c],
  'i32.ge': [0x4e],
  'f64.eq': [0x61],
  'f64.ne': [0x62],
  'f64.lt': [0x63],
  'f64.gt': [0x64],
  'f64.le': [0x65],
  'f64.ge': [0x66],
  'i32.add': [0x6a],
  'i32.sub': [0x6b],
  'i32.mul': [0x6c],
  'i32.rem': [0x6f],
  'i32.and': [0x71],
  'i32.or': [0x72],
  'i32.shl': [0x74],
  'i64.and': [0x83],
  'i64.or': [0x84],
  'i64.shl': [0x86],
  'i64.shr_u': [0x88],
  'f64.abs': [0x99],
  'f64.neg': [0x9a],
  'f64.ceil': [0x9b],
  'f64.floor': [0x9c],
  'f64.sqrt': [0x9f],
  'f64.add': [0xa0],
  'f64.sub': [0xa1],
  'f64.mul': [0xa2],
  'f64.div': [0xa3],
  'f64.min': [0xa4],
  'f64.max': [0xa5],
  'i64.extend_i32': [0xac],
  'f64.convert_i32': [0xb7],
  'i64.reinterpret_f64': [0xbd],
  'f64.reinterpret_i64': [0xbf],
  'i32.trunc_sat_f64': [0xfc, 0x02],
  'i64x2.splat': [0xfd, 0x12],
  'f64x2.splat': [0xfd, 0x14],
  'f64x2.eq': [0xfd, 0x47],
  'f64x2.ne': [0xfd, 0x48],
  'f64x2.lt': [0xfd, 0x49],
  'f64x2.gt': [0xfd, 0x4a],
  'f64x2.le': [0xfd, 0x4b],
  'f64x2.ge': [0xfd, 0x4c],
  'v128.not': [0xfd, 0x4d],
  'v128.and': [0xfd, 0x4e],
  'v128.andnot': [0xfd, 0x4f],
  'v128.or': [0xfd, 0x50],
  'v128.bitselect': [0xfd, 0x52],
  'v128.any_true': [0xfd, 0x53],
  'f64x2.ceil': [0xfd, 0x74],
  'f64x2.floor': [0xfd, 0x75],
  'i64x2.shl': [0xfd, 0xcb],
  'i64x2.shr_u': [0xfd, 0xcd],
  'f64x2.abs': [0xfd, 0xec],
  'f64x2.neg': [0xfd, 0xed],
  'f64x2.sqrt': [0xfd, 0xef],
  'f64x2.add': [0xfd, 0xf0],
  'f64x2.sub': [0xfd, 0xf1],
  'f64x2.mul': [0xfd, 0xf2],
  'f64x2.div': [0xfd, 0xf3],
  'f64x2.min': [0xfd, 0xf4],
  'f64x2.max': [0xfd, 0xf5],
  'f64x2.pmin': [0xfd, 0xf6],
  'f64x2.pmax': [0xfd, 0xf7],
} as const satisfies Record<string, readonly number[]>;
export type Instruction = keyof typeof plain;

/** Instructions with an address: alignment (power of two) and opcode. */
const memory = {
  'i32.load': [2, 0x28],
  'f64.load': [3, 0x2b],
  'i32.store': [2, 0x36],
  'f64.store': [3, 0x39],
  'v128.load': [3, 0xfd, 0x00],
  'v128.load64_splat': [3, 0xfd, 0x0a],
  'v128.store': [3, 0xfd, 0x0b],
  'memory.atomic.notify': [2, 0xfe, 0x00],
  'memory.atomic.wait32': [2, 0xfe, 0x01],
  'i32.atomic.load': [2, 0xfe, 0x10],
  'i32.atomic.store': [2, 0xfe, 0x17],
  'i32.atomic.rmw.add': [2, 0xfe, 0x1e],
  'i32.atomic.rmw.sub': [2, 0xfe, 0x25],
  'i32.atomic.rmw.cmpxchg': [2, 0xfe, 0x48],
} as const satisfies Record<string, readonly number[]>;
export type MemoryInstruction = keyof typeof memory;

const scratch = new DataView(new ArrayBuffer(8));

/** Bytes under construction. */
export class Bytes {
  private room = new Uint8Array(64);
  length = 0;

  /** A copy of what is written so far. */
  get values(): Uint8Array<ArrayBuffer> {
    return this.room.slice(0, this.length);
  }

  /** Makes room for so many more bytes. */
  private reserve(count: number): void {
    if (this.length + count <= this.room.length) return;
    const larger = new Uint8Array(Math.max(2 * this.room.length, this.length + count));
    larger.set(this.room);
    this.room = larger;
  }

  protected push(value: number): void {
    if (this.length === this.room.length) this.reserve(1);
    this.room[this.length++] = value;
  }

  byte(...values: number[]): this {
    for (const value of values) this.push(value);
    return this;
  }

  /** Unsigned LEB128. */
  unsigned(value: number): this {
    let rest = value;
    do {
      const low = rest % 128;
      rest = Math.floor(rest / 128);
      this.push(rest > 0 ? low | 0x80 : low);
    } while (rest > 0);
    return this;
  }

  /** Signed LEB128 of a 32-bit integer. */
  signed(value: number): this {
    let rest = value;
    for (;;) {
      const low = rest & 0x7f;
      rest >>= 7;
      const done = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
      this.push(done ? low : low | 0x80);
      if (done) return this;
    }
  }

  /** Signed LEB128 of a 64-bit integer. */
  signed64(value: bigint): this {
    let rest = BigInt.asIntN(64, value);
    for (;;) {
      const low = Number(rest & 0x7fn);
      rest >>= 7n;
      const done = (rest === 0n && (low & 0x40) === 0) || (rest === -1n && (low & 0x40) !== 0);
      this.push(done ? low : low | 0x80);
      if (done) return this;
    }
  }

  double(value: number): this {
    scratch.setFloat64(0, value, true);
    for (let k = 0; k < 8; k++) this.push(scratch.getUint8(k));
    return this;
  }

  text(value: string): this {
    const bytes = new TextEncoder().encode(value);
    return this.unsigned(bytes.length).copied(bytes);
  }

  append(other: Bytes): this {
    return this.copied(other.room.subarray(0, other.length));
  }

  private copied(bytes: Uint8Array): this {
    this.reserve(bytes.length);
    this.room.set(bytes, this.length);
    this.length += bytes.length;
    return this;
  }

  /** Length first, then the bytes of `other`. */
  sized(other: Bytes): this {
    return this.unsigned(other.length).append(other);
  }
}

/** Code of one function: instructions in the order of the stack machine. */
export class Code extends Bytes {
  op(name: Instruction): this {
    const [first, second] = plain[name] as readonly [number, number?];
    this.push(first);
    if (second !== undefined) this.unsigned(second);
    return this;
  }

  /** Access to memory at the address on the stack plus `offset` bytes. */
  at(name: MemoryInstruction, offset: number): this {
    const [align, first, second] = memory[name] as readonly [number, number, number?];
    this.push(first);
    if (second !== undefined) this.unsigned(second);
    return this.unsigned(align).unsigned(offset);
  }

  int(value: number): this {
    return this.byte(0x41).signed(value);
  }

  long(value: bigint): this {
    return this.byte(0x42).signed64(value);
  }

  number(value: number): this {
    return this.byte(0x44).double(value);
  }

  /** Both lanes the same double. */
  numbers(value: number): this {
    return this.byte(0xfd).unsigned(0x0c).double(value).double(value);
  }

  /** Both lanes the same 64 bits. */
  longs(value: bigint): this {
    this.byte(0xfd).unsigned(0x0c);
    for (let lane = 0; lane < 2; lane++) for (let k = 0n; k < 64n; k += 8n) this.byte(Number((value >> k) & 0xffn));
    return this;
  }

  get(local: number): this {
    return this.byte(0x20).unsigned(local);
  }

  set(local: number): this {
    return this.byte(0x21).unsigned(local);
  }

  /** Opens a block, loop or if; `type` is its result's. */
  open(what: 'block' | 'loop' | 'if', type?: ValueType): this {
    return this.byte({ block: 0x02, loop: 0x03, if: 0x04 }[what], type ? valueTypes[type] : 0x40);
  }

  /** Jumps out of (block, if) or to the head of (loop) the construct `depth` levels out. */
  branch(depth: number): this {
    return this.byte(0x0c).unsigned(depth);
  }

  branchIf(depth: number): this {
    return this.byte(0x0d).unsigned(depth);
  }

  call(index: number): this {
    return this.byte(0x10).unsigned(index);
  }

  extractLane(lane: number): this {
    return this.byte(0xfd).unsigned(0x21).byte(lane);
  }

  replaceLane(lane: number): this {
    return this.byte(0xfd).unsigned(0x22).byte(lane);
  }

  /** Loads the double at the address into one lane of the vector on the stack above it. */
  loadLane(lane: number, offset: number): this {
    return this.byte(0xfd).unsigned(0x57).unsigned(3).unsigned(offset).byte(lane);
  }

  storeLane(lane: number, offset: number): this {
    return this.byte(0xfd).unsigned(0x5b).unsigned(3).unsigned(offset).byte(lane);
  }
}
