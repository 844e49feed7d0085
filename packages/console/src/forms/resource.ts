import type { ApiKey } from "@gatehouse/contract/api";
import type { LiveTopic } from "@gatehouse/contract/entities/live/live-topic";
import type { Dependent, FaultCode } from "@gatehouse/contract/errors";
import type { ReactNode } from "react";
import type { Field } from "./field.ts";
import type { Schema } from "./field-faults.ts";

/** What every stored record has. */
export interface Stored {
  id: number;
  version: number;
  /** What it is called; a kind that calls it otherwise says how. */
  name?: string;
}

/** What the console adds to an entity of the contract: its calls, its fields and its words. */
export interface Resource<Item extends Stored> {
  /** What changes of it are announced as. */
  readonly topic: LiveTopic;
  /** What else may be different once it was changed. */
  readonly touches?: readonly LiveTopic[];
  /** Tells its dialogs apart from those of other resources on the page, in the address. */
  readonly name: string;
  readonly noun: string;
  /** What its dialogs are called, where that is not "Add" and "Edit" with the noun. */
  readonly titles?: { readonly add: string; readonly edit: string; readonly submit?: string };
  readonly list: {
    readonly key: ApiKey & `GET ${string}`;
    /** What the list's path needs; the other calls get it too. */
    readonly params?: Readonly<Record<string, string>>;
    /** Which of the answered records are in the list. */
    readonly when?: (item: Item) => boolean;
  };
  /** What adding and changing carry in their query. */
  readonly query?: Readonly<Record<string, string>>;
  readonly create: ApiKey & `POST ${string}`;
  readonly change: ApiKey & (`PUT ${string}` | `PATCH ${string}`);
  readonly remove: ApiKey & `DELETE ${string}`;
  /** "Test": a pulse, a sound, a text. */
  readonly test?: {
    readonly key: ApiKey & `POST ${string}`;
    readonly label: string;
    /** WhatIfQuestion first, where somebody could stand beneath what moves. */
    readonly question?: string;
  };
  /** Fetches the rules of a draft; they are heavy, so they come with the first form. */
  readonly draft: () => Promise<Schema<unknown>>;
  readonly fields: readonly Field[];
  /** What is sent besides the fields. */
  readonly fixed?: object;
  /** The field that a refusal is about, where the refusal itself does not say. */
  readonly faultsAt?: Partial<Record<FaultCode, string>>;
  /** Its form needs more room than a column of fields. */
  readonly isWide?: boolean;
  readonly words: {
    readonly empty: string;
    /** What the empty list is for. */
    readonly purpose: string;
    readonly confirmDelete?: string | ((item: Item) => string);
    readonly createFailure?: string;
    readonly deleteSuccess?: string;
  };
  /** Before its title, where there are several kinds. */
  readonly icon?: (item: Item) => ReactNode;
  /** How an item stands in its list. */
  readonly title: (item: Item) => string;
  readonly details?: (item: Item) => ReactNode;
  /** Where a record that uses an item is shown, when that is not the usual place of its kind. */
  readonly dependentAt?: (item: Item, dependent: Dependent) => { readonly to: string; readonly open: string };
  /** Beside the form: a picture of what the record is. */
  readonly preview?: (values: Readonly<Record<string, unknown>>) => ReactNode;
  /** How long the dialog still shows that the record was deleted. */
  readonly closesAfterMs?: number;
}
