import * as z from "zod";
import { required } from "./required.ts";

const maxLength = 1024;
const tooLong = `At most ${maxLength} characters`;

/** An existing password. Not checked against the password policy, because old passwords may not meet it. */
export const enteredPassword = z.string(required).min(1, required).max(maxLength, tooLong);

/** The current password, which only older sessions have to send. */
export const currentPassword = z.string().max(maxLength, tooLong).optional();

/** The most common passwords that meet the length rule, in lower case. */
const commonPasswords: ReadonlySet<string> = new Set(
  `
    !qaz2wsx3edc !qaz@wsx#edc 0000000001 0123456789 0987654321 1111122222 1122334455 112233445566 1212121212
    1231231231 123123123123 123321123321 1234567890 1234567891 12345678910 123456789a 123456789q 123456abcdef
    123456qwerty 12345qwert 1234qwerasdf 1234qwerty 123qwe123qwe 123qweasdzxc 1472583690 147258369a 19871987aa
    1a2b3c4d5e 1a2b3c4d5e6f 1q2w3e4r5t 1q2w3e4r5t6y 1qaz!qaz2wsx@wsx 1qaz2wsx3edc 1qazxsw23edc 5555544444 9638527410
    9876543210 a123456789 a1234567890 a1b2c3d4e5 a1b2c3d4e5f6 aa12345678 aa123456789 abc1234567 abc123456789
    abcd123456 abcde12345 abcdefghij abcdefghijk access1234 access14access admin12345 admin123456 admin1234567
    adminadmin adminadmin1 administrator administrator1 arsenal123 asdfghjkl1 asdfghjkl; autumn2026 axis123456
    barcelona1 baseball123 basketball batman1234 blink182blink bosch12345 butterfly1 camera1234 camera12345
    changeit123 changeme123 changeme1234 charlie123 chelsea123 chocolate1 cisco12345 cocacola123 company123
    computer12 computer123 correcthorsebatterystaple dahua12345 database123 default123 dragon12345 february2026
    ferrari123 football12 football123 football2026 freedom123 gatehouse1 gatehouse12 gatehouse123 gatehouse1234
    guest12345 hello12345 hello123456 hikvision1 hikvision123 hunter2hunter2 iloveyou12 iloveyou123 iloveyou1234
    internet123 january2025 january2026 jennifer123 jordan1234 killer12345 lamborghini letmein123 letmein1234
    letmeinplease liverpool1 liverpool123 manchester manchesterunited master1234 mercedes123 metallica1 michael123
    monday1234 monkey12345 mypassword mypassword1 newpassword newpassword1 nothing123 opensesame opensesame1
    operator123 p@ssw0rd12 p@ssw0rd123 p@ssword123 parking123 parking1234 parkinglot passw0rd123 password1!
    password12 password123 password1234 password12345 passwordpassword pokemon123 porsche911 postgres123
    postgrespassword princess123 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx12345 qazwsxedcrfv qq123456789 qwe1234567 qweasdzxc123
    qwerty1234 qwerty12345 qwerty123456 qwertyuiop qwertyuiop1 qwertyuiop123 qwertyuiop[] rainbow123 raspberry1
    raspberrypi realmadrid rootroot12 samsung123 secret1234 secret12345 secretpassword security123 security1234
    shadow1234 spiderman1 spiderman123 spring2026 starwars123 strawberry summer2024 summer2025 summer2026 sunshine123
    superadmin superadmin1 superman123 supervisor temp123456 temporary1 temporary123 test123456 test1234567
    test1234test testtest12 thisisapassword trustno1trustno1 ubnt123456 user123456 welcome123 welcome1234 welcome2024
    welcome2025 welcome2026 whatever123 winter2024 winter2025 winter2026 zaq12wsxcde3 zaq1xsw2cde3 zxcvbnm123
  `
    .trim()
    .split(/\s+/),
);

const passwordLength = { min: 10, max: 128 };

/** A new password: long enough and not a common one. */
export const newPassword = z
  .string(required)
  .min(1, required)
  .min(passwordLength.min, `Use at least ${passwordLength.min} characters`)
  .max(passwordLength.max, `Use at most ${passwordLength.max} characters`)
  .refine((text) => !isCommon(text), "This password is too common, please choose another");

function isCommon(text: string): boolean {
  const plain = text.toLowerCase();
  return commonPasswords.has(plain) || new Set(plain).size < 4;
}
