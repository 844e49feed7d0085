import { looseQuery, sharedForMs } from "../api/call-query.ts";
import type { Preload } from "../api/preload.ts";
import type { Resource, Stored } from "./resource.ts";

type Listed<Item extends Stored> = Pick<Resource<Item>, "topic" | "list">;

/** The records of a resource. */
export const resourceQuery = <Item extends Stored>({ topic, list }: Listed<Item>) =>
  looseQuery<readonly Item[]>(topic, list.key, { params: list.params }, sharedForMs);

/** Loads the lists of a page. */
export const preloadResources =
  (...resources: readonly Pick<Resource<Stored>, "topic" | "list">[]): Preload =>
  (queries) =>
    Promise.all(resources.map((resource) => queries.prefetchQuery(resourceQuery(resource))));
