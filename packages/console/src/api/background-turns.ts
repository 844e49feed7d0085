/** Data that has changed comes before live pictures. */
const kinds = ["data", "picture"] as const;

type TurnKind = (typeof kinds)[number];

/** After this time the next request starts: a slow one must not hold up the others. */
const maxTurnMs = 200;

const waiting: Record<TurnKind, (() => void)[]> = { data: [], picture: [] };
let isTaken = false;

/**
 * Makes a request in the background, at once or when those before it have ended. They take turns: a browser has six
 * connections to a server, for all its tabs, and what a person asks for should find one free.
 */
export function inTurn<T>(kind: TurnKind, request: () => Promise<T>): Promise<T> {
  if (!isTaken) return takeTurn(request);
  return new Promise((resolve) => waiting[kind].push(() => resolve(takeTurn(request))));
}

async function takeTurn<T>(request: () => Promise<T>): Promise<T> {
  isTaken = true;
  let isEnded = false;
  const endTurn = () => {
    if (!isEnded) startNext();
    isEnded = true;
  };
  const timer = setTimeout(endTurn, maxTurnMs);
  try {
    return await request();
  } finally {
    clearTimeout(timer);
    endTurn();
  }
}

function startNext(): void {
  isTaken = false;
  const next = kinds.map((kind) => waiting[kind]).find(({ length }) => length > 0);
  next?.shift()?.();
}
