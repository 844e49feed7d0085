import { createServer, type Server } from "node:net";

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use by another program on the server",
  EACCES: "may not be opened by the server's account",
};

/** Completes the sentence "Port 2000 …" for an error of listening. */
export const listenFailure = ({ code = "" }: NodeJS.ErrnoException): string =>
  reasons[code] ?? `can't be opened on the server (${code})`;

/** Listens on a port; rejects if that fails. */
export function listenOn(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Opens a port for a moment; returns why that failed, to complete the sentence "Port 2000 …". */
export async function probePort(host: string, port: number): Promise<string | undefined> {
  const server = createServer((socket) => socket.destroy());
  try {
    await listenOn(server, host, port);
  } catch (error) {
    return listenFailure(error as NodeJS.ErrnoException);
  }
  await new Promise((resolve) => server.close(resolve));
  return undefined;
}
