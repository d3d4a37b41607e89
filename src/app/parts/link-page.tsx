/**
 * A page that a link in a message opens without a login. It looks first and acts on a press only, because mail programs
 * open links automatically.
 */
import { pageSearch } from '../address/page-address.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { localPath } from '../../lib/locale.ts'
import { Button } from '../../ui/Button.tsx'
import { FailedNotice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SummaryList, type SummaryListProps } from '../../ui/SummaryList.tsx'
import { LoadFailed } from '../load/load-failed.tsx'
import { dataOf, type Reply } from '../requests/read-reply.ts'
import type { Call, Output } from '../../lib/contract.ts'
import { useLoad } from '../requests/use-load.ts'
import { useLang } from '../words/words.tsx'

interface Props<C extends Call> {
  /** The same for every render: what is loaded. */
  id: string
  title: string
  loading: string
  look: (code: string) => Promise<Reply<C>>
  /** Shown for a code that nobody sent. */
  unknown: ReactNode
  children: (found: Output<C>, code: string) => ReactNode
}

/** Looks at the code of the address, and shows what it found. */
export function LinkPage<C extends Call>({ id, title, loading, look, unknown, children }: Props<C>) {
  const [code] = useState(() => new URLSearchParams(pageSearch()).get('code') ?? '')
  const [loaded, again] = useLoad(id, async () => {
    const reply = await look(code)
    const isUnknown = !reply.ok && (reply.code === 'link_unknown' || reply.code === 'invalid')
    return { found: isUnknown ? undefined : dataOf(reply) }
  })
  if (loaded.state !== 'ready')
    return (
      <LinkFrame title={title}>
        {loaded.state === 'loading' ? (
          <Skeleton label={loading} rows={4} />
        ) : (
          <LoadFailed error={loaded.error} again={again} />
        )}
      </LinkFrame>
    )
  const { found } = loaded.data
  return found === undefined ? unknown : children(found, code)
}

/** With `focus`, the heading takes the focus when it has been replaced. */
export function LinkFrame({ title, focus, children }: { title: string; focus?: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus, title])
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-6">
      <h1 className="type-h1" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  )
}

interface LinkQuestionProps {
  title: string
  text: string
  rows: SummaryListProps['rows']
  /** Why it could not be done. */
  notice: string | undefined
  working: string | false
  go: string
  onGo: () => void
  /** What to do if the act was one's own. */
  mine: string
}

/** What the link undoes, and the button that undoes it. */
export function LinkQuestion({ title, text, rows, notice, working, go, onGo, mine }: LinkQuestionProps) {
  return (
    <LinkFrame title={title}>
      <p className="type-lead measure text-ink-2">{text}</p>
      <SummaryList rows={rows} />
      <FailedNotice>{notice}</FailedNotice>
      <p>
        <Button look="accent" size="lg" className="mobile:w-full" working={working} onClick={onGo}>
          {go}
        </Button>
      </p>
      <p className="text-ink-2">{mine}</p>
    </LinkFrame>
  )
}

/** Nothing is left to do here: why, and the way to another page. */
export function LinkEnded({
  title,
  text,
  path = '/home',
  go,
}: {
  title: string
  text: string
  path?: string
  go: string
}) {
  const lang = useLang()
  return (
    <LinkFrame title={title}>
      <p className="measure">{text}</p>
      <p>
        <Button look={path === '/home' ? 'line' : 'primary'} href={localPath(lang, path)}>
          {go}
        </Button>
      </p>
    </LinkFrame>
  )
}
