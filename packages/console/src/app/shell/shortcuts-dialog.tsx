import type { MenuSection } from "@gatehouse/contract/modules/module";
import { Kbd } from "@mantine/core";
import { Dialog } from "../../ui/dialog.tsx";
import { listPages } from "./page-shortcuts.ts";
import classes from "./shortcuts-dialog.module.css";

const everywhere = [
  { keys: ["Ctrl", "K"], does: "Search, or go to a page by name" },
  { keys: ["Alt", "P"], does: "Switch person; an open dialog keeps its input" },
  { keys: ["/"], does: "Search the list on this page" },
  { keys: ["↑", "↓"], does: "Move in the menu and in lists; → opens a section, ← closes it" },
  { keys: ["Enter"], does: "Open or activate the focused item" },
  { keys: ["Esc"], does: "Close the dialog or drawer" },
  { keys: ["?"], does: "Show this list" },
];

/** Lists the keyboard shortcuts. */
export default function ShortcutsDialog({
  sections,
  onClose,
}: {
  sections: readonly MenuSection[];
  onClose: () => void;
}) {
  const pages = listPages(sections).flatMap(({ letter, section, title }) =>
    letter === undefined ? [] : [{ keys: ["g", letter], does: [section, title].filter(Boolean).join(" / ") }],
  );
  return (
    <Dialog opened title="Keyboard shortcuts" onClose={onClose}>
      <div data-autofocus tabIndex={-1} className={classes.columns}>
        <KeyList title="Everywhere" rows={everywhere} />
        <KeyList title="Pages" rows={pages} />
      </div>
    </Dialog>
  );
}

function KeyList({ title, rows }: { title: string; rows: readonly { keys: string[]; does: string }[] }) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.list}>
        {rows.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
