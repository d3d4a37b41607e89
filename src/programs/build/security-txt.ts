/** `/.well-known/security.txt` (RFC 9116): where to report a weakness of the site. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { addDays, dayOf } from '../../lib/days/dates.ts'
import { SECURITY_EMAIL } from '../../lib/site-contacts.ts'

const SECURITY_TXT = '.well-known/security.txt'
/** The standard asks for less than a year. Each build begins anew. */
const VALID_DAYS = 180

export const securityTxt = (site: string, at: number): string =>
  [
    `Contact: mailto:${SECURITY_EMAIL}`,
    `Expires: ${addDays(dayOf(at), VALID_DAYS)}T00:00:00Z`,
    'Preferred-Languages: zh, en',
    `Canonical: ${new URL(`/${SECURITY_TXT}`, site).href}`,
    '',
  ].join('\n')

export async function writeSecurityTxt(root: string, site: string, at: number): Promise<void> {
  await mkdir(dirname(join(root, SECURITY_TXT)), { recursive: true })
  await writeFile(join(root, SECURITY_TXT), securityTxt(site, at))
}
