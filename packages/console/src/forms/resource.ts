import type { ApiKey } from "@gatehouse/contract/api";
import type { LiveTopic } from "@gatehouse/contract/entities/live";
import type { Dependent, ErrorCode } from "@gatehouse/contract/errors";
import type { ReactNode } from "react";
import type { Field, Values } from "./field.ts";
import type { Schema } from "./field-errors.ts";
import type { RecordName } from "./use-open-record.ts";

/** Members of every stored record. */
export interface Stored {
  id: number;
  version: number;
  /** Display name; a resource whose records have none defines its own texts. */
  name?: string | null;
}

/** What a form says before it saves, with a change that it offers instead. */
export interface Review {
  readonly text: string;
  readonly change?: { readonly label: string; readonly values: Values };
}

/** An entity as the console edits it: its calls, fields and texts. `Name` limits the fields to those of its schema. */
export interface Resource<Item extends Stored, Name extends string = string> {
  /** Live topic of its changes. */
  readonly topic: LiveTopic;
  /** Other topics to refetch after a change. */
  readonly touches?: readonly LiveTopic[];
  /** Identifies its dialogs in the URL. */
  readonly name: RecordName;
  readonly noun: string;
  /** Dialog titles, if they differ from "Add" and "Edit" plus the noun. */
  readonly titles?: { readonly add: string; readonly edit: string; readonly submit?: string };
  readonly list: {
    readonly key: ApiKey & `GET ${string}`;
    /** Path parameters of the list; the other calls get them too. */
    readonly params?: Readonly<Record<string, string>>;
    /** Which of the fetched records belong to the list. */
    when?(item: Item): boolean;
  };
  /** Query parameters of create and update. */
  readonly query?: Readonly<Record<string, string>>;
  /** Query parameters of delete. */
  readonly deleteQuery?: Readonly<Record<string, string>>;
  readonly create: ApiKey & `POST ${string}`;
  readonly change: ApiKey & (`PUT ${string}` | `PATCH ${string}`);
  readonly remove: ApiKey & `DELETE ${string}`;
  /** A button that triggers the real device. */
  readonly test?: {
    readonly key: ApiKey & `POST ${string}`;
    readonly label: string;
    /** Confirmation to ask for first, where something moves. */
    readonly question?: string;
  };
  /** Loads the schema of a draft. Schemas are large, so they are loaded with the first form. */
  readonly draft: () => Promise<Schema<unknown>>;
  readonly fields: readonly Field<Name>[];
  /** Members of the payload that are not fields. */
  readonly fixed?: object;
  /** The field to mark for an error code that names no field itself. */
  readonly faultsAt?: Partial<Record<ErrorCode, Name>>;
  /** False if earlier versions must not be restored, such as permissions. */
  readonly isRestorable?: boolean;
  /** Uses a wide dialog. */
  readonly isWide?: boolean;
  readonly texts: {
    readonly empty: string;
    /** Explains the empty list. */
    readonly purpose: string;
    /** The question before deleting, if it differs from the usual one. */
    confirmDelete?(item: Item): string;
    readonly createFailure?: string;
    readonly deleteSuccess?: string;
  };
  /** Icon before the title, where a list has several kinds. */
  icon?(item: Item): ReactNode;
  /** Title of a record in the list. */
  title(item: Item): string;
  details?(item: Item): ReactNode;
  /** Live state of a record, next to it in the list. */
  state?(item: Item): ReactNode;
  /** Where to show a record that uses this one, if not on the usual page of its kind. */
  dependentAt?(item: Item, dependent: Dependent): { readonly to: string; readonly open: string };
  /** Preview above the fields. */
  preview?(values: Values<Name>): ReactNode;
  /** Content beside the fields, such as what the values mean; below them on a small screen. */
  aside?(values: Values<Name>): ReactNode;
  /** Looks at a valid record before it is saved; a review is shown first, and saving again saves it. */
  readonly review?: {
    /** Shown meanwhile. */
    readonly progress: string;
    run(body: Readonly<Record<string, unknown>>, id: number | undefined): Promise<Review | null>;
  };
  /** How long the dialog shows the success message after a delete before it closes. */
  readonly closesAfterMs?: number;
}
