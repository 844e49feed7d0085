import type { EndpointKey } from "@gatehouse/contract/endpoint";

type Draft = Record<string, unknown>;

const counter = () => {
  let count = 0;
  return () => {
    count += 1;
    return count;
  };
};
const next = counter();
const nextBarrier = counter();
const nextBuzzer = counter();

const maxUid = 255;
/** Starts again at 1 after the maximum, because the files of one worker share these counters. */
const uid = (count: number) => String(((count - 1) % maxUid) + 1);

/** A different relay for each device. */
const relay = () => ({ ip: "127.10.0.5", port: 502, drv: "modbus-tcp", rel: next() });

/** Valid drafts of each entity, with new values for unique fields. */
export const samples = {
  lane: (over: Draft = {}) => ({ name: `Lane ${next()}`, speedLimit2w: 40, speedLimit4w: 60.5, ...over }),
  tvm: (over: Draft = {}) => ({ name: `Machine ${next()}`, code: `T-${next()}`, ...over }),
  boomBarrier: (over: Draft = {}) => ({
    uid: uid(nextBarrier()),
    name: "Boom",
    additionalInfo: { ...relay(), ser: "A1" },
    ...over,
  }),
  buzzer: (over: Draft = {}) => ({
    uid: uid(nextBuzzer()),
    name: "Buzzer",
    additionalInfo: { ...relay(), ser: 1, tmr: 2 },
    ...over,
  }),
  loop: (over: Draft = {}) => ({
    uid: `loop-${next()}`,
    name: "Loop",
    scope: "loop",
    additionalInfo: { ip: "127.10.0.6", port: 502, channel: 1, drv: "modbus-tcp", gtp: "N" },
    ...over,
  }),
  reader: (over: Draft = {}) => ({
    name: "Reader",
    scope: "ac",
    additionalInfo: { ip: "127.10.0.7", drv: "llrp", gtp: "N" },
    ...over,
  }),
  gate: (over: Draft = {}) => ({ name: `Gate ${next()}`, type: "N", ...over }),
  grid: (over: Draft = {}, info: Draft = {}) => ({
    uid: `grid-${next()}`,
    name: "Sign",
    scope: "ac",
    additionalInfo: { ip: "127.10.0.8", port: 5000, chars: 16, rows: 2, drv: "text-tcp", tmr: 5, ...info },
    ...over,
  }),
  binary: (over: Draft = {}) => ({
    uid: `lamp-${next()}`,
    name: "Lamp",
    scope: "epld",
    additionalInfo: { ...relay(), tmr: 1 },
    ...over,
  }),
};

/** Every plain entity of the site with its create, change and delete calls. */
export const entities: {
  name: string;
  draft: () => Draft;
  create: EndpointKey;
  change: EndpointKey;
  remove: EndpointKey;
}[] = [
  {
    name: "lane",
    draft: samples.lane,
    create: "POST /lanes",
    change: "PUT /lanes/{id}",
    remove: "DELETE /lanes/{id}",
  },
  {
    name: "ticket vending machine",
    draft: samples.tvm,
    create: "POST /ac/tvms",
    change: "PATCH /ac/tvms/{id}",
    remove: "DELETE /ac/tvms/{id}",
  },
  {
    name: "boom barrier",
    draft: samples.boomBarrier,
    create: "POST /boom-barriers",
    change: "PATCH /boom-barriers/{id}",
    remove: "DELETE /boom-barriers/{id}",
  },
  {
    name: "buzzer",
    draft: samples.buzzer,
    create: "POST /buzzers",
    change: "PATCH /buzzers/{id}",
    remove: "DELETE /buzzers/{id}",
  },
  {
    name: "loop detector",
    draft: samples.loop,
    create: "POST /sensors",
    change: "PUT /sensors/{id}",
    remove: "DELETE /sensors/{id}",
  },
  {
    name: "RFID reader",
    draft: samples.reader,
    create: "POST /sensors",
    change: "PATCH /sensors/{id}",
    remove: "DELETE /sensors/{id}",
  },
  {
    name: "gate",
    draft: samples.gate,
    create: "POST /gates",
    change: "PUT /gates/{id}",
    remove: "DELETE /gates/{id}",
  },
  {
    name: "grid display",
    draft: samples.grid,
    create: "POST /displays/grid",
    change: "PATCH /displays/grid/{id}",
    remove: "DELETE /displays/{id}",
  },
  {
    name: "indicator",
    draft: samples.binary,
    create: "POST /displays/binary",
    change: "PUT /displays/binary/{id}",
    remove: "DELETE /displays/{id}",
  },
];
