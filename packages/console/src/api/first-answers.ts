declare global {
  var gatehouseFirstAnswers: { token: string; answers: Map<string, Promise<Response>> } | undefined;
}

/** The answer to a call that boot.js has made for this session; undefined if there is none, or if it failed. */
export async function takeFirstAnswer(url: string, token: string | undefined): Promise<Response | undefined> {
  const first = globalThis.gatehouseFirstAnswers;
  const answer = first?.token === token ? first?.answers.get(url) : undefined;
  if (answer === undefined) return undefined;
  first?.answers.delete(url);
  const response = await answer.catch(() => undefined);
  return response?.ok ? response : undefined;
}

/** Answers that the first page did not need would be out of date later. */
export function dropFirstAnswers(): void {
  globalThis.gatehouseFirstAnswers = undefined;
}
