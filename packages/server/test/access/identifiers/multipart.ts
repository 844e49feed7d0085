import type { LightMyRequestResponse } from "fastify";
import type { TestServer } from "../../test-server.ts";
import { ownPassword } from "../../test-server.ts";

const boundary = "----a-boundary";

/** A part of a multipart body; with a file name it is a file. */
export interface Part {
  field: string;
  content: string | Buffer;
  filename?: string;
}

/** A multipart body with its headers, as a browser sends it. */
export function multipart(...parts: Part[]): { body: Buffer; headers: Record<string, string> } {
  const pieces = parts.flatMap(({ field, content, filename }) => {
    const file = filename === undefined ? "" : `; filename="${filename}"\r\nContent-Type: text/csv`;
    return [`--${boundary}\r\nContent-Disposition: form-data; name="${field}"${file}\r\n\r\n`, content, "\r\n"];
  });
  return {
    body: Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece))),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}

/** Fetches a file as the admin. */
export async function download(
  server: TestServer,
  method: "GET" | "POST",
  url: string,
  sent: { body?: Buffer; headers?: Record<string, string> } = {},
): Promise<LightMyRequestResponse> {
  await server.call("GET /health"); // the first call changes the one-time password
  const { body } = await server.login(ownPassword);
  return server.app.inject({
    method,
    url: `/api${url}`,
    headers: { authorization: `Bearer ${body.token}`, ...sent.headers },
    ...(sent.body && { payload: sent.body }),
  });
}
