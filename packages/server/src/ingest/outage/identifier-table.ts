import type { IdentifierRow } from "../load-context.ts";

/**
 * More than 32 MB: glibc maps such a chunk on its own and returns it to the system when it is freed. Unused pages of it take
 * no memory.
 */
export const chunkBytes = 36 * 1_048_576;
/** Rows start at multiples of this, so that a 32-bit number addresses 16 GB. */
const alignment = 4;
const emptyRef = 0;
const deletedRef = 0xffff_ffff;
const noString = 0xffff;
const maxStringBytes = noString - 1;

/**
 * HA-1: identifiers in buffers instead of objects, found by their normalised plate or tag and by id. A million take less
 * than 150 MB; as objects in a map they take more than 700 MB.
 */
export interface IdentifierTable {
  readonly size: number;
  /** The memory in use. */
  readonly bytes: number;
  /** Adds an identifier, or replaces the one with its id. */
  set(row: IdentifierRow): void;
  delete(id: number): void;
  find(normalized: string): IdentifierRow[];
  /** Passes its content as it is saved; later changes don't affect it. */
  useParts<Result>(work: (parts: TableParts) => Promise<Result>): Promise<Result>;
  /** Empties the table. Its memory is free at once or when it is saved, not at some later garbage collection. */
  release(): void;
}

/** The content of a table. */
export interface TableParts {
  readonly words: readonly string[];
  /** Where the rows are in the chunks. */
  readonly refs: Uint32Array;
  readonly chunks: readonly Buffer[];
  /** The used bytes of all chunks. */
  readonly end: number;
}

/** Creates a table: empty, or with saved rows. */
export function createIdentifierTable(expectedRows = 1_024, saved?: TableParts): IdentifierTable {
  const chunks = (saved?.chunks ?? []).map(toWholeChunk);
  const words = [...(saved?.words ?? [])];
  const wordNumbers = new Map(words.map((word, number) => [word, number]));
  let end = saved?.end ?? 0;
  let size = saved?.refs.length ?? 0;
  let used = 0;
  let byKey = new Uint32Array(0);
  let keyHashes = new Uint32Array(0);
  let byId = new Uint32Array(0);
  let uses = 0;
  /** Buffers to free when they are no longer being saved. */
  let released: ArrayBufferLike[] = [];

  function resize(rows: number): void {
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(16, rows * 1.5)));
    const oldById = byId;
    byKey = new Uint32Array(capacity);
    keyHashes = new Uint32Array(capacity);
    byId = new Uint32Array(capacity);
    used = 0;
    for (const ref of oldById) if (ref !== emptyRef && ref !== deletedRef) index(ref);
  }

  function index(ref: number): void {
    const mask = byId.length - 1;
    let slot = hashNumber(idAt(ref)) & mask;
    while (byId[slot] !== emptyRef) slot = (slot + 1) & mask;
    byId[slot] = ref;
    const hash = hashText(normalizedAt(ref));
    slot = hash & mask;
    while (byKey[slot] !== emptyRef) slot = (slot + 1) & mask;
    byKey[slot] = ref;
    keyHashes[slot] = hash;
    used += 1;
  }

  const place = (ref: number): [Buffer, number] => {
    const offset = (ref - 1) * alignment;
    return [chunks[Math.floor(offset / chunkBytes)] as Buffer, offset % chunkBytes];
  };
  const idAt = (ref: number): number => {
    const [chunk, offset] = place(ref);
    return chunk.readUInt32LE(offset);
  };
  const normalizedAt = (ref: number): string => {
    const [chunk, offset] = place(ref);
    return readString(chunk, offset + headerBytes)[0] ?? "";
  };

  function wordNumber(word: string): number {
    const known = wordNumbers.get(word);
    if (known !== undefined) return known;
    words.push(word);
    wordNumbers.set(word, words.length - 1);
    return words.length - 1;
  }

  const encode = createEncoder(wordNumber);

  function write(row: IdentifierRow): number {
    const bytes = encode(row);
    if (end === chunks.length * chunkBytes || (end % chunkBytes) + bytes.length > chunkBytes) {
      end = chunks.length * chunkBytes;
      chunks.push(Buffer.allocUnsafeSlow(chunkBytes));
    }
    bytes.copy(chunks.at(-1) as Buffer, end % chunkBytes);
    const ref = end / alignment + 1;
    end += Math.ceil(bytes.length / alignment) * alignment;
    return ref;
  }

  function slotOfId(id: number): number {
    const mask = byId.length - 1;
    for (let slot = hashNumber(id) & mask; byId[slot] !== emptyRef; slot = (slot + 1) & mask) {
      const ref = byId[slot] as number;
      if (ref !== deletedRef && idAt(ref) === id) return slot;
    }
    return -1;
  }

  function remove(id: number): void {
    const slot = slotOfId(id);
    if (slot < 0) return;
    const ref = byId[slot] as number;
    const mask = byKey.length - 1;
    let keySlot = hashText(normalizedAt(ref)) & mask;
    while (byKey[keySlot] !== ref) keySlot = (keySlot + 1) & mask;
    byId[slot] = deletedRef;
    byKey[keySlot] = deletedRef;
    size -= 1;
  }

  function freeReleased(): void {
    if (uses > 0) return;
    for (const buffer of released) (buffer as ArrayBuffer).transfer(0);
    released = [];
  }

  const read = (ref: number) => decode(...place(ref), words);

  resize(Math.max(expectedRows, size));
  for (const ref of saved?.refs ?? []) index(ref);
  return {
    get size() {
      return size;
    },
    get bytes() {
      return end + byId.length * 12;
    },
    set: (row) => {
      remove(row.id);
      // Deleted slots count: a table without empty ones could not be searched.
      if ((used + 1) * 1.25 > byId.length) resize(Math.max(size + 1, 16) * 1.5);
      index(write(row));
      size += 1;
    },
    delete: remove,
    find: (normalized) => {
      const found: IdentifierRow[] = [];
      const hash = hashText(normalized);
      const mask = byKey.length - 1;
      for (let slot = hash & mask; byKey[slot] !== emptyRef; slot = (slot + 1) & mask) {
        const ref = byKey[slot] as number;
        if (ref !== deletedRef && keyHashes[slot] === hash && normalizedAt(ref) === normalized) found.push(read(ref));
      }
      return found;
    },
    useParts: async (work) => {
      uses += 1;
      try {
        return await work({
          words: [...words],
          refs: byId.filter((ref) => ref !== emptyRef && ref !== deletedRef),
          // Rows are never changed in place.
          chunks: chunks.map((chunk, at) => chunk.subarray(0, Math.min(chunkBytes, end - at * chunkBytes))),
          end,
        });
      } finally {
        uses -= 1;
        freeReleased();
      }
    },
    release: () => {
      released.push(...[...chunks, byKey, keyHashes, byId].map(({ buffer }) => buffer));
      chunks.length = 0;
      byId = new Uint32Array(0);
      end = 0;
      size = 0;
      resize(0);
      freeReleased();
    },
  };
}

/** A copy to which rows can be added. */
function toWholeChunk(bytes: Buffer): Buffer {
  const chunk = Buffer.allocUnsafeSlow(chunkBytes);
  bytes.copy(chunk);
  return chunk;
}

/** Id, type, origin, vehicle type and times. */
const headerBytes = 4 + 1 + 2 + 2 + 8 + 8;

/** Encodes rows in one buffer, which the next row reuses: a buffer for every value would fragment the memory. */
function createEncoder(wordNumber: (word: string) => number): (row: IdentifierRow) => Buffer {
  let scratch = Buffer.allocUnsafeSlow(4_096);

  function writeString(text: string | null, at: number): number {
    const length = text === null ? 0 : scratch.write(text, at + 2, Math.min(maxStringBytes, scratch.length - at - 2));
    scratch.writeUInt16LE(text === null ? noString : length, at);
    return at + 2 + length;
  }

  return (row) => {
    const iid = row.iid === row.iidNormalized ? null : row.iid;
    const texts = [row.iidNormalized, iid, row.externalId, row.lp, row.ownerName];
    const maxTextBytes = texts.reduce((sum, text) => sum + 2 + (text?.length ?? 0) * 3, 0);
    const maxBytes = headerBytes + maxTextBytes + 2 + row.groupIds.length * 4;
    if (maxBytes > scratch.length) scratch = Buffer.allocUnsafeSlow(maxBytes * 2);
    scratch.writeUInt32LE(row.id, 0);
    scratch.writeUInt8(row.type === "RFID" ? 1 : 0, 4);
    scratch.writeUInt16LE(wordNumber(row.origin), 5);
    scratch.writeUInt16LE(wordNumber(row.vehicleType), 7);
    scratch.writeDoubleLE(row.validFrom === null ? Number.NaN : Date.parse(row.validFrom), 9);
    scratch.writeDoubleLE(row.validTo === null ? Number.NaN : Date.parse(row.validTo), 17);
    let end = headerBytes;
    for (const text of texts) end = writeString(text, end);
    end = scratch.writeUInt16LE(row.groupIds.length, end);
    for (const id of row.groupIds) end = scratch.writeUInt32LE(id, end);
    return scratch.subarray(0, end);
  };
}

function decode(chunk: Buffer, start: number, words: readonly string[]): IdentifierRow {
  const time = (offset: number) => {
    const ms = chunk.readDoubleLE(start + offset);
    return Number.isNaN(ms) ? null : new Date(ms).toISOString();
  };
  let offset = start + headerBytes;
  const text = () => {
    const [value, next] = readString(chunk, offset);
    offset = next;
    return value;
  };
  const [iidNormalized, iid, externalId, lp, ownerName] = [text() ?? "", text(), text(), text(), text()];
  const groupIds = Array.from({ length: chunk.readUInt16LE(offset) }, (_, at) =>
    chunk.readUInt32LE(offset + 2 + at * 4),
  );
  return {
    id: chunk.readUInt32LE(start),
    type: chunk.readUInt8(start + 4) === 1 ? "RFID" : "LICENSE_PLATE",
    origin: words[chunk.readUInt16LE(start + 5)] as IdentifierRow["origin"],
    vehicleType: words[chunk.readUInt16LE(start + 7)] ?? "",
    validFrom: time(9),
    validTo: time(17),
    iid: iid ?? iidNormalized,
    iidNormalized,
    externalId,
    lp,
    ownerName,
    groupIds,
  };
}

function readString(chunk: Buffer, offset: number): [text: string | null, next: number] {
  const length = chunk.readUInt16LE(offset);
  if (length === noString) return [null, offset + 2];
  return [chunk.toString("utf8", offset + 2, offset + 2 + length), offset + 2 + length];
}

/** FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

const hashNumber = (id: number): number => (Math.imul(id, 0x9e37_79b1) ^ (id >>> 13)) >>> 0;
