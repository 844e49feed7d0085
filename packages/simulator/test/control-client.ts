/** Makes a control call of a simulated site, as programs do. */
export const play = async (controlUrl: string, path: string, fields: object = {}) => {
  const answer = await fetch(`${controlUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

/** Asks the control for something. */
export const ask = async <T>(controlUrl: string, path: string): Promise<T> =>
  (await (await fetch(`${controlUrl}${path}`)).json()) as T;
