/** The pages of a list. */
import { Pagination, type PaginationProps } from '../../ui/Pagination.tsx'
import { useT } from '../words/words.tsx'

export function ListPages(props: Pick<PaginationProps, 'page' | 'pages' | 'onChange'>) {
  const t = useT()
  return (
    <Pagination
      {...props}
      words={{
        label: t('ui:pages.label'),
        previous: t('ui:pages.previous'),
        next: t('ui:pages.next'),
        page: (page) => t('ui:pages.page', { page }),
      }}
    />
  )
}
