import type { ApiKey } from "@gatehouse/contract/api";
import type { LiveTopic } from "@gatehouse/contract/entities/live";
import { type ReactNode, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import type { LooseInput } from "../api/call.ts";
import { messagesOf } from "../api/call-messages.ts";
import { useLooseAction } from "../api/use-action.ts";
import { askYesNo } from "../ui/yes-no.ts";
import { DependentsNotice } from "./dependents-notice.tsx";
import { confirmDeleteText } from "./resource-texts.ts";

interface DeleteOptions {
  key: ApiKey & `DELETE ${string}`;
  noun: string;
  topics: readonly LiveTopic[];
}

/** Deletes a record that has no form: asks for confirmation, and lists the records that use it. */
export function useDeleteRecord({ key, noun, topics }: DeleteOptions) {
  const [shownError, setShownError] = useState<Error>();
  const remove = useLooseAction(key, {
    topics,
    onSuccess: () => setShownError(undefined),
    handles: (error) => {
      setShownError(error);
      return error instanceof ApiError && error.dependents.length > 0;
    },
  });
  const dependents = shownError instanceof ApiError ? shownError.dependents : [];
  const notice: ReactNode = dependents.length > 0 && (
    <DependentsNotice error={messagesOf(key)?.failure} noun={noun} dependents={dependents} />
  );
  return {
    isPending: remove.isPending,
    notice,
    /** Closes the notice. */
    dismiss: () => setShownError(undefined),
    confirmAndDelete: async (name: string, input: Pick<LooseInput, "params" | "query">) => {
      if (await askYesNo(confirmDeleteText(name))) remove.mutate(input);
    },
  };
}
