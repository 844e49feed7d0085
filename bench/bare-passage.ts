import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { inPipelinedTransaction } from "../packages/server/src/intake/ingest/pipelined-transaction.ts";
import {
  announceCommands,
  announceEvents,
  findIdentifiers,
  findPassages,
  findReservationIds,
  insertCommands,
  insertEventKeys,
  insertEvents,
  lockGates,
  takeEventIds,
  upsertPassages,
  upsertReleases,
} from "../packages/server/src/intake/ingest/statements.ts";
import type { Database } from "../packages/server/src/platform/database/database.ts";

/** A gate with the port of its relay board. */
interface BareGate {
  readonly deviceId: number;
  readonly gateId: number;
  readonly port: number;
}

/** The statements of a passage in one transaction, then the frame on a new connection to the board: the parts of a push. */
export async function runBarePassage(db: Database, { deviceId, gateId, port }: BareGate, plate: string): Promise<void> {
  const at = new Date();
  const times = { occurredAt: at, receivedAt: at };
  const module = "ANPR_ACCESS_CONTROL";
  await inPipelinedTransaction(db, async ({ run }) => {
    const [taken] = await run<{ id: number }>(takeEventIds, [1]);
    const id = taken?.id;
    const sent = { id, sender: `bare ${deviceId}`, eventId: randomUUID(), content: "", reportedAt: at };
    await run(insertEventKeys, [JSON.stringify([{ ...sent, keyCamera: "", camera: "", isSavedCamera: true }]), at]);
    await run(lockGates, [[gateId]]);
    await run(findIdentifiers, [[plate]]);
    await run(findReservationIds, [[plate], []]);
    await run(findPassages, [[gateId], [plate]]);
    const event = { id, module, status: "PROCESSED", timing: "live", ...times, sourceName: "C", sourceUid: "" };
    await run(insertEvents, [JSON.stringify([{ ...event, gateId, isGranted: true, reason: "x", listing: "gate" }])]);
    const passage = { gateId, vehicle: `bare ${plate}`, eventId: id, occurredAt: at, at, module };
    await run(upsertPassages, [JSON.stringify([{ ...passage, isGranted: true, isCounted: false }])]);
    const command = { eventId: id, gateId, kind: "open", targetKind: "boomBarrier", targetId: 1, targetName: "B" };
    await run(insertCommands, [JSON.stringify([{ ...command, payload: {}, state: "accepted", at, expiresAt: at }])]);
    await run(upsertReleases, [["bare"], [1], [1], [1], ["x"], [false], [at]]);
    await run(announceCommands, []);
    await run(announceEvents, [String(id)]);
  });
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  await once(socket, "connect");
  socket.write(Buffer.from([0, 1, 0, 0, 0, 6, 1, 5, 0, 0, 0xff, 0]));
  await once(socket, "data");
  socket.destroy();
}
