/**
 * Adds to `/licences.txt`, which Vite writes for bundled scripts, the notices of what style sheets and the icon sprite
 * contain.
 */
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const LICENCES = 'licences.txt'
/** Packages whose styles or drawings are in the site's files. */
const COPIED = ['daisyui', 'lucide-static', 'tailwindcss'] as const
const Package = z.object({ version: z.string(), license: z.string() })

async function noticeOf(name: string): Promise<string> {
  const folder = join('node_modules', name)
  const { version, license } = Package.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
  const text = await readFile(join(folder, 'LICENSE'), 'utf8')
  return `\n## ${name} - ${version} (${license})\n\n${text.trim()}\n`
}

export async function addLicenceNotices(root: string): Promise<void> {
  await appendFile(join(root, LICENCES), (await Promise.all(COPIED.map(noticeOf))).join(''))
}
