/** Posts an action to the control of a simulated site. */
export const postAction = async (controlUrl: string, path: string, fields: object = {}) => {
  const response = await fetch(`${controlUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

/** Loads a view from the control of a simulated site. */
export const loadView = async <T>(controlUrl: string, path: string): Promise<T> =>
  (await (await fetch(`${controlUrl}${path}`)).json()) as T;
