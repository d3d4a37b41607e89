/** Shown instead of a page whose address names nothing of this person's, with the way to the list. */
import { localPath } from '../../lib/locale.ts'
import { Empty, type EmptyProps } from '../../ui/Empty.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useLang } from '../words/words.tsx'

interface NotFoundProps extends Pick<EmptyProps, 'title' | 'children'> {
  /** Where the link leads, without language. */
  path: string
  go: string
}

export function NotFound({ title, children, path, go }: NotFoundProps) {
  const lang = useLang()
  return (
    <Empty
      kind="notFound"
      level={1}
      title={title}
      action={
        <TextLink look="go" href={localPath(lang, path)}>
          {go}
        </TextLink>
      }
    >
      {children}
    </Empty>
  )
}
