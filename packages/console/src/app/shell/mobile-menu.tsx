import type { MenuSection } from "@gatehouse/contract/modules/module";
import { Drawer } from "@mantine/core";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { useSite } from "../../api/site.ts";
import { Logo } from "../../ui/logo.tsx";
import { useLayer } from "../../ui/use-layer.ts";
import { MenuList } from "./menu-list.tsx";
import classes from "./mobile-menu.module.css";
import { OperationsList } from "./operations-list.tsx";

interface MobileMenuProps {
  sections: readonly MenuSection[] | undefined;
  operations: MenuSection | undefined;
  opened: boolean;
  onClose: () => void;
}

/** The menu on a phone. */
export function MobileMenu({ sections, operations, opened, onClose }: MobileMenuProps) {
  const site = useSite();
  const { props: layer } = useLayer(onClose, opened);
  return (
    <Drawer {...layer} size={280} title={<Logo />} closeButtonProps={{ "aria-label": "Close menu" }}>
      {operations && <OperationsList section={operations} onFollow={onClose} />}
      <MenuList sections={sections} onFollow={onClose} />
      <p className={classes.foot}>{`${site.name} · Version ${runtimeConfig().version}`}</p>
    </Drawer>
  );
}
