import type { HardwareTransports, TcpResult } from "@gatehouse/drivers/hardware-transport";

/** Boards that reply when the test allows it, and record each closing of a relay by port. */
export function heldBoards() {
  const closings: { port: number; answer(): void; hang(): void }[] = [];
  const transports: HardwareTransports = {
    tcp: ({ port, bytes }) =>
      new Promise<TcpResult>((resolve) => {
        const answer = () => resolve({ ok: true, received: bytes });
        if (bytes[10] !== 0xff) return answer();
        const hang = () => resolve({ ok: false, isSent: true, detail: "No reply in time." });
        closings.push({ port, answer, hang });
      }),
    udp: async () => ({ ok: false, isSent: false, detail: "There is none." }),
    http: async () => ({ ok: false, isSent: false, detail: "There is none." }),
  };
  const closed = (port: number) => closings.filter((closing) => closing.port === port);
  return { transports, closed };
}
