import "./ui/mantine.css";
import "./ui/base.css";
import { openConsole } from "./app/console.tsx";

// Not awaited: pages import this module, so a top-level await would deadlock.
void openConsole(document.querySelector("#root") as HTMLElement);
