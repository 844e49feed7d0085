import { looseQuery, sharedForMs } from "../api/call-query.ts";
import type { Resource, Stored } from "./resource.ts";

type Listed<Item extends Stored> = Pick<Resource<Item>, "topic" | "list">;

export const resourceQuery = <Item extends Stored>({ topic, list }: Listed<Item>) =>
  looseQuery<readonly Item[]>(topic, list.key, { params: list.params }, sharedForMs);
