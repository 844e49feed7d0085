import { connect } from "node:net";
import type { ReaderDriver, ReaderStep } from "@gatehouse/drivers/readers/reader";

const moment = () => ({ wallMs: Date.now(), monotonicMs: performance.now() });

/** Runs the driver on a real connection. */
export function openReaderClient(driver: ReaderDriver, port: number) {
  const tags: string[] = [];
  const state = {
    failure: null as string | null,
    isConnected: false,
    isClosed: false,
    session: driver.open(moment()).session,
  };
  const socket = connect({ host: "127.0.0.1", port });
  const apply = ({ session, send, detections, failure }: ReaderStep) => {
    state.session = session;
    state.failure = failure;
    tags.push(...detections.map(({ tag }) => tag));
    for (const bytes of send) socket.write(bytes);
  };
  socket.on("error", () => {});
  socket.on("connect", () => {
    state.isConnected = true;
  });
  socket.on("close", () => {
    state.isClosed = true;
  });
  socket.on("data", (bytes: Buffer) => apply(state.session.receive(bytes, moment())));
  return {
    tags,
    state,
    close: () => socket.destroy(),
    send: (bytes: Uint8Array) => socket.write(bytes),
    /** The failure once the deadline of the session is over. */
    failureAtDeadline: () => {
      const now = moment();
      return state.session.tick({ ...now, monotonicMs: state.session.deadlineMs ?? now.monotonicMs }).failure;
    },
  };
}
