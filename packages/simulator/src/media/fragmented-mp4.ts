import { assertFound } from "@gatehouse/contract/assert-found";

/** A fragment: its bytes and its place on the timeline. */
interface Fragment {
  readonly bytes: Buffer;
  /** Position of the 64-bit decode time in the bytes. */
  readonly timeAt: number;
  readonly time: bigint;
}

/** A video that is split into an initialization segment and fragments which start with a key frame. */
export interface FragmentedVideo {
  readonly init: Buffer;
  readonly fragmentMs: number;
  /** The fragment with this number, from 0; after the last one the video starts again at a later time. */
  fragment(number: number): Buffer;
}

interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const headerBytes = 8;
/** Version and flags in front of the time. */
const fullBoxBytes = 4;

/** Parses fragmented MP4 with one track whose fragments have the same duration. */
export function parseFragmentedMp4(file: Buffer): FragmentedVideo {
  const boxes = listBoxes(file, 0, file.length);
  const first = boxes.find(({ type }) => type === "moof");
  if (!first) throw new Error("The video has no fragments.");
  const fragments = boxes.flatMap((moof, index): Fragment[] => {
    const mdat = boxes[index + 1];
    if (moof.type !== "moof" || mdat?.type !== "mdat") return [];
    const timeAt = findBox(file, moof, ["traf", "tfdt"]).start + headerBytes + fullBoxBytes;
    return [
      { bytes: file.subarray(moof.start, mdat.end), timeAt: timeAt - moof.start, time: file.readBigUInt64BE(timeAt) },
    ];
  });
  const moov = boxes.find(({ type }) => type === "moov") as Box;
  const mdhd = findBox(file, moov, ["trak", "mdia", "mdhd"]);
  // Version, flags and two times of 32 bits are in front of the time scale.
  const timescale = file.readUInt32BE(mdhd.start + headerBytes + fullBoxBytes + 8);
  const timeOf = (index: number) => assertFound(fragments[index], "a video with less than two fragments").time;
  const duration = timeOf(1) - timeOf(0);
  return {
    init: file.subarray(0, first.start),
    fragmentMs: (Number(duration) / timescale) * 1_000,
    fragment: (number) => {
      const { bytes, timeAt, time } = fragments[number % fragments.length] as Fragment;
      const round = BigInt(Math.floor(number / fragments.length));
      const moved = Buffer.from(bytes);
      moved.writeBigUInt64BE(time + round * duration * BigInt(fragments.length), timeAt);
      return moved;
    },
  };
}

function listBoxes(file: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let start = from; start + headerBytes <= to; ) {
    const end = start + Math.max(file.readUInt32BE(start), headerBytes);
    boxes.push({ type: file.toString("latin1", start + 4, start + headerBytes), start, end });
    start = end;
  }
  return boxes;
}

function findBox(file: Buffer, parent: Box, path: readonly string[]): Box {
  const [type, ...rest] = path;
  const found = listBoxes(file, parent.start + headerBytes, parent.end).find((box) => box.type === type);
  if (!found) throw new Error(`The video has no ${type}.`);
  return rest.length === 0 ? found : findBox(file, found, rest);
}
