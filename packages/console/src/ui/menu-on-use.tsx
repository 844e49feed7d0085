import { type ComponentProps, type ComponentType, cloneElement, type ReactElement, Suspense, useState } from "react";

/** Props of a menu that takes over its button. */
export interface LoadedMenuProps {
  /** The button that opens the menu. */
  target: ReactElement<ComponentProps<"button">>;
}

interface MenuOnUseProps extends LoadedMenuProps {
  /** The menu; see `OpenedMenu`. */
  menu: ComponentType<LoadedMenuProps>;
  /** Loads the menu, before it is clicked. */
  load: () => Promise<unknown>;
}

/**
 * A menu that is loaded with its first use: menus need a tenth of the code of a page, which most pages can do without.
 * Until then there is only its button.
 */
export function MenuOnUse({ menu: Loaded, load, target }: MenuOnUseProps) {
  const [isUsed, setIsUsed] = useState(false);
  const preload = () => void load().catch(() => undefined);
  const button = cloneElement(target, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: () => setIsUsed(true),
    onPointerEnter: preload,
    onFocus: preload,
  });
  if (!isUsed) return button;
  return (
    <Suspense fallback={button}>
      <Loaded target={target} />
    </Suspense>
  );
}
