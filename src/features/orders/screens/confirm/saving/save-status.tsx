/** The state of saving an application; the parts that most never see are loaded when they are needed. */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { lazyPart } from '../../../../../app/load/lazy.tsx'
import { SaveNotices } from '../../../../../app/saving/save-notices.tsx'
import { $conflicts, $leaving, $saving, $wizard, flush, leave } from '../wizard-store.ts'

const Conflicts = lazyPart(() => import('./conflicts.tsx'), null)
const Leaving = lazyPart(() => import('./save-and-leave.tsx'), null)

/** Before leaving a draft, the person is told how to come back to it. */
const leaveNow = (href: string): void => {
  if ($wizard.get().order?.status !== 'created') return void leave(href)
  void flush()
  $leaving.set(href)
}

export default function SaveStatus() {
  const { order } = useStore($wizard)
  const conflicted = useStore($conflicts).length > 0
  const leaving = useStore($leaving) !== null
  const [asked, setAsked] = useState(false)
  if (leaving && !asked) setAsked(true)
  return (
    <>
      <SaveNotices
        saving={useStore($saving)}
        conflicted={conflicted}
        draft={order?.status === 'created'}
        again={flush}
        leave={leaveNow}
      />
      {conflicted && <Conflicts />}
      {asked && order && <Leaving order={order} />}
    </>
  )
}
