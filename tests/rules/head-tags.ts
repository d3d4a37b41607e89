/** The meta tags of a built page. */
import { tagsOf, type Page } from './dist.ts'

export const metaOf = ({ html }: Page, name: string): string | undefined =>
  tagsOf(html).find(
    ({ name: tag, attributes }) => tag === 'meta' && (attributes['property'] ?? attributes['name']) === name,
  )?.attributes['content']

export const isForSearch = (page: Page): boolean => metaOf(page, 'robots') === undefined
