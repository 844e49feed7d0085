import { maxPasskeyName, type Passkey } from "@gatehouse/contract/entities/auth/second-factor";
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { RelativeTime } from "../../ui/date-time.tsx";
import classes from "./second-factor.module.css";

interface PasskeyRowProps {
  passkey: Passkey;
  onDelete: () => void;
}

/** AUTH-11: a passkey in the list, with its name to edit. */
export function PasskeyRow({ passkey: { id, name, hostName, createdAt, lastUsedAt }, onDelete }: PasskeyRowProps) {
  const { timeZone } = useSite();
  const [isRenamed, setIsRenamed] = useState(false);
  const rename = useAction("PATCH /auth/passkeys/{id}", { topics: ["passkeys"], onSuccess: () => setIsRenamed(false) });
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    rename.mutate({ params: { id }, body: { name: String(new FormData(event.currentTarget).get("name")) } });
  };
  return (
    <tr className={classes.row}>
      <td data-label="Name">
        {isRenamed ? (
          <form className={classes.rename} onSubmit={save}>
            <TextInput
              name="name"
              aria-label={`Name of ${name}`}
              size="xs"
              defaultValue={name}
              maxLength={maxPasskeyName}
              required
              autoFocus
              onKeyDown={(event) => event.key === "Escape" && setIsRenamed(false)}
            />
            <Button type="submit" size="xs" loading={rename.isPending}>
              Save
            </Button>
          </form>
        ) : (
          name
        )}
      </td>
      <td data-label="Host name">{hostName}</td>
      <td data-label="Created">
        <RelativeTime at={createdAt} timeZone={timeZone} />
      </td>
      <td data-label="Last used">
        {lastUsedAt === null ? "Never" : <RelativeTime at={lastUsedAt} timeZone={timeZone} />}
      </td>
      <td>
        <div className={classes.icons}>
          <ActionIcon variant="subtle" color="gray" aria-label={`Rename ${name}`} onClick={() => setIsRenamed(true)}>
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${name}`} onClick={onDelete}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      </td>
    </tr>
  );
}
