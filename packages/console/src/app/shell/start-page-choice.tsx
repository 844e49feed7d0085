import { startPageOf, startPages } from "@gatehouse/contract/modules/start-page";
import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { ownAccountQuery } from "../../api/permissions.ts";
import { useStartPage } from "../use-start-page.ts";

/** OPS-1: the page that follows the sign-in in this browser. */
export default function StartPageChoice() {
  const { data: account } = useQuery(ownAccountQuery);
  const [chosen, choose] = useStartPage();
  const current = startPageOf(account?.role ?? "", chosen);
  return (
    <>
      <Menu.Divider />
      {startPages.map(({ path, title }) => (
        <Menu.Item
          key={path}
          aria-current={path === current}
          leftSection={<IconCheck size={16} aria-hidden visibility={path === current ? "visible" : "hidden"} />}
          onClick={() => choose(path)}
        >
          {`Start with ${title}`}
        </Menu.Item>
      ))}
    </>
  );
}
