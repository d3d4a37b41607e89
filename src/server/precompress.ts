/** Writes `.br` and `.gz` beside every text file of the site, so that serving costs no processor time. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(html|css|js|mjs|svg|json|xml|txt|webmanifest)$/
const SMALLEST = 128
/** Files that are worked on at once; zlib has four threads. */
const AT_ONCE = 8

const br = promisify(brotliCompress)
const gz = promisify(gzip)

/** Pages longer than this are few, and gain a tenth. */
const LONG = 40 * 1024
/** Pages are many and change often: a middle quality costs a millisecond each. Scripts and styles are few. */
const quality = (file: string, size: number): number => (file.endsWith('.html') && size < LONG ? 5 : 10)

/** Returns how many files were compressed. */
export async function precompress(root: string): Promise<number> {
  const names = await readdir(root, { recursive: true })
  const files = names.filter((name) => TEXT.test(name)).map((name) => join(root, name))
  let count = 0
  const next = async (): Promise<void> => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      if ((await stat(file)).size < SMALLEST) continue
      await compress(file)
      count++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  return count
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality(file, bytes.length), [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await Promise.all([
    br(bytes, { params }).then((out) => writeFile(`${file}.br`, out)),
    gz(bytes, { level: 6 }).then((out) => writeFile(`${file}.gz`, out)),
  ])
}
