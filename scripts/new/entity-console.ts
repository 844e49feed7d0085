import type { Name } from "./name.ts";

/** The console's part of an entity: its query, its form and its list with add, edit and delete. */
export function consoleEntity(name: Name, many: Name): Record<string, string> {
  const folder = `packages/console/src/entities/${name.kebab}`;
  return {
    [`${folder}/${name.kebab}.queries.ts`]: queriesFile(many),
    [`${folder}/${name.kebab}-form.tsx`]: formFile(name, many),
    [`${folder}/${name.kebab}-list.tsx`]: listFile(name, many),
  };
}

const queriesFile = (many: Name) => `import { callQuery } from "../../api/call-query.ts";

/** Every one of the ${many.words}. */
export const ${many.camel}Query = callQuery("${many.snake}", "GET /${many.kebab}");
`;

const formFile = (
  { camel, kebab, pascal, words }: Name,
  many: Name,
) => `import type { ${pascal} } from "@gatehouse/contract/entities/${kebab}/${kebab}.schema";
import { Button, TextInput } from "@mantine/core";
import { useAction } from "../../api/use-action.ts";
import { useForm } from "../../forms/use-form.ts";

interface ${pascal}FormProps {
  /** The one to change; a new one without it. */
  ${camel}: ${pascal} | undefined;
  onDone: () => void;
}

const loadSchema = () =>
  import("@gatehouse/contract/entities/${kebab}/${kebab}.schema").then((file) => file.${camel}Draft);

/** What a person enters for a ${words}. */
export function ${pascal}Form({ ${camel}, onDone }: ${pascal}FormProps) {
  const form = useForm({
    initial: { name: ${camel}?.name ?? "" },
    schema: loadSchema,
    toPayload: (values) => values,
  });
  const create = useAction("POST /${many.kebab}", { topics: ["${many.snake}"], onSuccess: onDone });
  const update = useAction("PUT /${many.kebab}/{id}", { topics: ["${many.snake}"], onSuccess: onDone });

  const save = form.onSubmit((body) => {
    if (${camel} === undefined) return create.mutate({ body }, { onError: (error) => form.blame(error) });
    const { id, version } = ${camel};
    return update.mutate({ params: { id }, body, ifMatch: version }, { onError: (error) => form.blame(error) });
  });

  return (
    <form ref={form.ref} noValidate onSubmit={save}>
      <TextInput
        label="Name"
        name="name"
        value={form.values.name}
        error={form.faults.name}
        onChange={(event) => form.set("name", event.currentTarget.value)}
      />
      <Button type="submit" mt="md" loading={create.isPending || update.isPending}>
        Save
      </Button>
    </form>
  );
}
`;

const listFile = (
  { camel, kebab, pascal, words }: Name,
  many: Name,
) => `import type { ${pascal} } from "@gatehouse/contract/entities/${kebab}/${kebab}.schema";
import { ${camel}Messages } from "@gatehouse/contract/entities/${kebab}/${kebab}.messages";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { useAction } from "../../api/use-action.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { askYesNo } from "../../ui/yes-no.ts";
import { ${many.camel}Query } from "./${kebab}.queries.ts";
import { ${pascal}Form } from "./${kebab}-form.tsx";

const { failure } = ${camel}Messages["GET /${many.kebab}"];
const columns = [{ title: "Name" }, { title: "Actions", width: "150px" }];

/** The ${many.words} of the site, with add, edit and delete. */
export function ${pascal}List() {
  const ${many.camel} = useQuery(${many.camel}Query);
  const [open, setOpen] = useState<{ ${camel}?: ${pascal} } | null>(null);
  const remove = useAction("DELETE /${many.kebab}/{id}", { topics: ["${many.snake}"] });
  const close = () => setOpen(null);

  const confirmRemoval = async ({ id, name }: ${pascal}) => {
    if (await askYesNo(\`Are you sure you want to delete: \${name}\`)) remove.mutate({ params: { id } });
  };

  return (
    <Card
      title="${many.title}"
      action={
        <Button size="xs" onClick={() => setOpen({})}>
          Add ${words}
        </Button>
      }
    >
      <DataTable
        label="${many.title}"
        columns={columns}
        rows={${many.camel}.data}
        failure={
          ${many.camel}.isError
            ? { text: errorText(${many.camel}.error, failure), retry: () => void ${many.camel}.refetch() }
            : undefined
        }
        empty="No ${many.words} yet. Add the first one."
      >
        {(${camel}) => (
          <tr key={${camel}.id}>
            <td>{${camel}.name}</td>
            <td>
              <Button variant="subtle" size="compact-xs" onClick={() => setOpen({ ${camel} })}>
                Edit
              </Button>
              <Button variant="subtle" size="compact-xs" onClick={() => void confirmRemoval(${camel})}>
                Delete
              </Button>
            </td>
          </tr>
        )}
      </DataTable>
      <Dialog opened={open !== null} title={open?.${camel} ? "Edit ${words}" : "Add ${words}"} onClose={close}>
        <${pascal}Form ${camel}={open?.${camel}} onDone={close} />
      </Dialog>
    </Card>
  );
}
`;
