import type { Page } from "@gatehouse/e2e/browser-commands";

type Handler = Parameters<Page["route"]>[1];
interface Route {
  readonly url: string | RegExp;
  readonly pattern: RegExp;
  readonly handler: Handler;
  /** How often it still applies. */
  times: number;
}

let routes: Route[] = [];

/** A pattern of Playwright as a regular expression. */
const toPattern = (glob: string): RegExp =>
  new RegExp(
    `^${glob.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll(/\*+/g, (stars) => (stars === "**" ? ".*" : "[^/]*"))}$`,
  );

/** `route` and `unroute` of a page, for the requests of the console. */
export const requestRoutes = {
  route: async (url: string | RegExp, handler: Handler, { times = Number.POSITIVE_INFINITY } = {}): Promise<void> => {
    routes.unshift({ url, pattern: typeof url === "string" ? toPattern(url) : url, handler, times });
  },
  unroute: async (url: string | RegExp): Promise<void> => {
    routes = routes.filter((route) => String(route.url) !== String(url));
  },
  unrouteAll: async (): Promise<void> => {
    routes = [];
  },
};

/** Answers a request as the test has routed it, otherwise with `next`. */
export function routeRequest(request: Request, next: (request: Request) => Promise<Response>): Promise<Response> {
  const found = routes.find(({ pattern, times }) => times > 0 && pattern.test(request.url));
  if (found === undefined) return next(request);
  found.times -= 1;
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  request.signal.addEventListener("abort", () => reject(request.signal.reason));
  const route = {
    request: () => ({ method: () => request.method, url: () => request.url }),
    abort: async () => reject(new TypeError("Failed to fetch")),
    fulfill: async ({ status = 200, body = "", json }: { status?: number; body?: string; json?: unknown }) =>
      resolve(json === undefined ? new Response(body, { status }) : Response.json(json, { status })),
    fetch: () => next(request),
    continue: async () => resolve(await next(request)),
  };
  void found.handler(route as unknown as Parameters<Handler>[0], undefined as never);
  return promise;
}
