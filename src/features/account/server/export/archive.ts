/** Contents of an archive: data as JSON by subject, every file, and an explanation in both languages. */
import { formatInstant } from '../../../../lib/days/dates.ts'
import { LANGS, type Lang } from '../../../../lib/locale.ts'
import { SITE } from '../../../../lib/site.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { oneChunk } from '../../../../server/files/store-once.ts'
import type { StoredFile } from '../../../../server/files/file-store.ts'
import { cleanName } from '../../../../server/intake/file-names.ts'
import { COPY_FILES } from '../../../../server/db/define-table.ts'
import { recordsOf, nonEmptyIds, type PersonRecords } from '../person-records.ts'
import { messagesOf, rowsOf } from './export-rows.ts'
import { jsonInPieces } from './json-in-pieces.ts'
import type { ZipEntry } from './zip-stream.ts'

const README: Readonly<Record<Lang, string>> = { en: 'README.txt', cn: '说明.txt' }
/** Files beyond this size are listed and left out, because no phone could open the archive. */
const EXPORT_BYTES = 1024 * 1024 * 1024
/** Owners of files and the folder of each. */
const FOLDERS: Readonly<Record<string, string>> = {
  policy: 'policies',
  claim: 'claims',
  change: 'changes',
  registration: 'verifications',
  invoice: 'invoices',
  'visa-refusal': 'visa-refusals',
  education: 'tuition',
}

/** The entries of a person's archive, one after the other. */
export async function* archiveOf(deps: Deps, userId: string): AsyncGenerator<ZipEntry> {
  const at = deps.clock()
  const person = await recordsOf(deps, userId)
  const text = (name: string, words: string): ZipEntry => ({
    name,
    at,
    source: oneChunk(Buffer.from(words)),
    compress: true,
  })
  const json = (name: string, value: object): ZipEntry => ({
    name: `data/${name}.json`,
    at,
    source: jsonInPieces(value),
    compress: true,
  })
  for (const lang of LANGS) yield text(README[lang], readme(deps, lang, at))
  for (const file of COPY_FILES) yield json(file, await rowsOf(deps, person, file))
  yield json('messages', await messagesOf(deps, person))
  const files = await filesOf(deps, person)
  yield json(
    'files',
    files.map(({ file: { id, name, mime, size, sha256, created_at }, path, included }) => ({
      id,
      name,
      mime,
      size,
      sha256,
      created_at: new Date(created_at).toISOString(),
      path: included ? path : null,
    })),
  )
  for (const { file, path, included } of files) {
    const found = included ? await deps.files.get(file.id) : null
    if (found) yield { name: path, at, source: found.stream, compress: false }
  }
}

interface ArchivedFile {
  file: StoredFile
  path: string
  included: boolean
}

/**
 * Every file of the person, in folders named after what it belongs to; the latest first, where they are too many for
 * one archive.
 */
async function filesOf(deps: Deps, person: PersonRecords): Promise<ArchivedFile[]> {
  const { ids } = person
  const registrations = await deps.db
    .selectFrom('registrations')
    .select('id')
    .where('user_id', '=', person.userId)
    .execute()
  const letters = await deps.db
    .selectFrom('visa_refusal_letters')
    .select('owner')
    .where('user_id', '=', person.userId)
    .execute()
  const owners = [
    ...ids.policies.map((id) => `policy:${id}`),
    ...ids.claims.map((id) => `claim:${id}`),
    ...ids.changes.map((id) => `change:${id}`),
    ...registrations.map(({ id }) => `registration:${id}`),
    ...ids.invoices.map((id) => `invoice:${id}`),
    ...letters.map((it) => it.owner),
    ...ids.payables.map((id) => `education:${id}`),
  ]
  const thumbs = (
    await deps.db
      .selectFrom('claim_documents')
      .select('thumb_id')
      .where('claim_id', 'in', nonEmptyIds(ids.claims))
      .execute()
  ).map((it) => it.thumb_id)
  const rows = await deps.db
    .selectFrom('files')
    .select(['id', 'owner', 'name', 'mime', 'size', 'sha256', 'created_at'])
    .where('owner', 'in', nonEmptyIds(owners))
    .orderBy('id', 'desc')
    .execute()
  const numbers = await numbersOf(deps, person)
  let bytes = 0
  return rows
    .filter((row) => !thumbs.includes(row.id))
    .map((file) => {
      bytes += file.size
      const [kind = '', id = ''] = file.owner.split(':')
      const folder = `${FOLDERS[kind] ?? kind}/${numbers.get(id) ?? id}`
      return {
        file,
        path: `files/${folder}/${file.id.slice(0, 10)}-${nameOf(file.name)}`,
        included: bytes <= EXPORT_BYTES,
      }
    })
}

/** Replaces characters that file systems do not accept by a dash. */
const nameOf = (name: string): string => (cleanName(name) || 'file').replace(/[:*?"<>|]/g, '-')

/** The numbers by which people know their policies and claims. */
async function numbersOf(deps: Deps, { ids }: PersonRecords): Promise<Map<string, string>> {
  const policies = await deps.db
    .selectFrom('policies')
    .select(['id', 'number'])
    .where('id', 'in', nonEmptyIds(ids.policies))
    .execute()
  const claims = await deps.db
    .selectFrom('claims')
    .select(['id', 'case_number as number'])
    .where('id', 'in', nonEmptyIds(ids.claims))
    .execute()
  return new Map([...policies, ...claims].flatMap(({ id, number }) => (number ? [[id, number] as const] : [])))
}

function readme(deps: Deps, lang: Lang, at: number): string {
  const t = (key: string, vars: Record<string, string> = {}): string =>
    deps.words(lang, `messages:archive.${key}`, vars)
  const files = [...COPY_FILES, 'messages', 'files'].map((name) => `data/${name}.json\r\n  ${t(`file.${name}`)}`)
  return [
    t('title', { site: SITE[lang].name }),
    t('made', { at: formatInstant(at, lang) }),
    t('form'),
    ...files,
    `files/\r\n  ${t('folder')}`,
    t('left_out'),
    t('others'),
    t('questions', { email: SITE[lang].privacyEmail }),
    '',
  ].join('\r\n\r\n')
}
