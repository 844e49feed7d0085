import { startSmtp } from "./smtp-for-test.ts";

// Runs an SMTP server for browser tests: prints its port, then each received e-mail as a line of JSON.
const smtp = await startSmtp({ onMail: (mail) => console.log(JSON.stringify(mail)) });
console.log(String(smtp.port));
process.stdin.on("end", () => void smtp.stop());
process.stdin.resume();
