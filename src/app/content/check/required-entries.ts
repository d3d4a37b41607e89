/** Texts that pages link to: an editor who removes one learns of it before readers find a dead link. */
import { problem } from '../../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import type { Entry } from '../entry.ts'
import { ofCollection } from './content-files.ts'

/** Texts that pages in code show or link to. `tests/rules/required-texts.test.ts` compares the list with the sources. */
export const REQUIRED_ENTRIES: Readonly<Partial<Record<Entry['collection'], readonly string[]>>> = {
  pages: ['efficient', 'insurance'],
  legal: [
    'customer-notice',
    'insurers',
    'rate-table',
    'about',
    'accessibility',
    'complaints',
    'privacy',
    'personal-information-consent',
    'service-agreement',
  ],
  articles: ['deductible-share-limit', 'reading-a-us-bill'],
  faq: [
    'after-the-end-date',
    'asked-for-more',
    'cancel-and-refund',
    'correct-details',
    'disagree',
    'emergency',
    'health-questions',
    'how-long',
    'how-to-pay',
    'paid-less',
    'where-are-documents',
    'which-documents',
    'which-id',
  ],
}

/** Entries that the site needs, and texts of `pages` that no page shows. */
export function requiredEntryProblems(entries: readonly Entry[], root: string): SourceProblem[] {
  const have = new Set(entries.map(({ collection, slug }) => `${collection}/${slug}`))
  const missing = Object.entries(REQUIRED_ENTRIES).flatMap(([collection, slugs]) =>
    slugs
      .filter((slug) => !have.has(`${collection}/${slug}`))
      .map((slug) => {
        const file = `${root}/${collection}/en/${slug}.md`
        return problem(file, 1, '(file)', 'needed', 'is missing, and pages of the site lead to it.', file)
      }),
  )
  const lost = ofCollection(entries, 'pages')
    .filter(({ slug }) => !REQUIRED_ENTRIES.pages?.includes(slug))
    .map(({ file, lang }) =>
      problem(
        file,
        1,
        '(file)',
        'needed',
        'is not shown on any page: a new page needs code. An article does not.',
        `${root}/articles/${lang}/${file.split('/').at(-1) ?? ''}`,
      ),
    )
  return [...missing, ...lost]
}
