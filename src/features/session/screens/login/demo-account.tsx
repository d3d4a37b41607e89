import { useEffect, useState } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { richText } from '../../../../app/parts/rich-text.tsx'
import { useT } from '../../../../app/words/words.tsx'
import type { Output } from '../../../../lib/contract.ts'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { sandbox } from '../../contract.ts'

/** In a sandbox the page lists what to try: the demo accounts and the inbox. A production server has none. */
export function DemoAccount({ use }: { use: (destination: string) => void }) {
  const t = useT()
  const [demo, setDemo] = useState<Output<typeof sandbox>>()
  useEffect(() => {
    request(sandbox, {})
      .then((reply) => reply.ok && setDemo(reply.data))
      .catch(() => undefined)
  }, [])
  if (!demo) return null
  return (
    <section className="notice grid gap-1">
      <h2 className="font-semibold">{t('session:login.demoTitle')}</h2>
      <p>{richText(t('session:login.demo', { destination: demo.demo }), {})}</p>
      <p className="flex flex-wrap gap-x-6">
        <TextLink onClick={() => use(demo.demo)}>{t('session:login.demoUse')}</TextLink>
        <TextLink onClick={() => use(demo.closing)}>{t('session:login.demoClosing')}</TextLink>
        <TextLink href="/sandbox">{t('session:login.demoInbox')}</TextLink>
      </p>
    </section>
  )
}
