/**
 * `/claim/application/list`: drafts to continue, and a new claim: the day, then the policy that was in force on it
 * (spec §2, §4).
 */
import { useEffect, useState } from 'react'
import { pageSearch } from '../../../../../../app/address/page-address.ts'
import { request } from '../../../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../../../app/requests/read-reply.ts'
import { useLoad, type LoadState } from '../../../../../../app/requests/use-load.ts'
import { LoadFailed } from '../../../../../../app/load/load-failed.tsx'
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { StepHead } from '../../../../../../app/parts/wizard-parts.tsx'
import { localPath } from '../../../../../../lib/locale.ts'
import { Empty } from '../../../../../../ui/Empty.tsx'
import { Skeleton } from '../../../../../../ui/Skeleton.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import {
  claimablePolicies,
  getClaim,
  listClaims,
  type ClaimablePolicy,
  type ClaimView,
  type DraftView,
} from '../../../../contract.ts'
import { lazyPart } from '../../../../../../app/load/lazy.tsx'
import { SavedDrafts } from './saved-drafts.tsx'
import { PolicyForm } from './policy-form.tsx'

const DeathStart = lazyPart(() => import('../death/death-start.tsx'))

interface Props {
  /** The draft whose policy or day is to be changed; `null` for a new claim. */
  draft: DraftView | null
  still: boolean
  fromCheck: boolean
  /** Called once the policies are shown. */
  listed: (shown: true) => void
}

export default function StartStep({ draft, still, fromCheck, listed }: Props) {
  const t = useT()
  const [after] = useState(() => new URLSearchParams(pageSearch()).get('after'))
  const [died, setDied] = useState<ClaimablePolicy>()
  const [started, startOver] = useState<{ policy: string; day: string }>()
  const [loaded, again] = useLoad('policies', () => load(draft, after))
  const isListed = loaded.state === 'ready'
  useEffect(() => {
    if (isListed) listed(true)
  }, [isListed, listed])
  if (loaded.state === 'failed') return <LoadFailed error={loaded.error} level={1} again={again} />
  const chosen = started ?? chosenBefore(draft, loaded)
  if (died) return <DeathStart policy={died} close={() => setDied(undefined)} />
  return (
    <>
      <StepHead still={still} title={t(draft ? 'claimform:list.change' : 'claimform:list.title')} />
      {loaded.state === 'loading' && <Skeleton label={t('claimform:list.loading')} rows={2} />}
      {loaded.state === 'ready' && !draft && loaded.data.drafts.length > 0 && (
        <SavedDrafts
          drafts={loaded.data.drafts}
          discarded={(row) => {
            const policy = loaded.data.policies.find(({ number }) => number === row.policyNumber)
            startOver({ policy: policy?.id ?? '', day: row.incidentDay ?? '' })
            again()
          }}
        />
      )}
      {loaded.state === 'ready' &&
        (loaded.data.policies.length > 0 ? (
          <PolicyForm
            key={`${chosen?.policy}:${chosen?.day}`}
            draft={draft}
            chosen={chosen}
            after={loaded.data.before?.id}
            besideDrafts={!draft && loaded.data.drafts.length > 0}
            fromCheck={fromCheck}
            died={setDied}
          />
        ) : (
          <NoPolicy />
        ))}
    </>
  )
}

/** `after`: the claim that the new one follows. Without it one can be made as well; only nothing is filled in. */
async function load(draft: DraftView | null, after: string | null) {
  // Other policies are loaded once the day is known.
  if (draft) return { policies: [draft.policy], drafts: [], before: undefined }
  const [policies, claims, before] = await Promise.all([
    request(claimablePolicies, {}),
    request(listClaims, {}),
    after ? request(getClaim, { id: after }) : undefined,
  ])
  const drafts = dataOf(claims).claims.filter(({ status }) => status === 'draft')
  return { policies: dataOf(policies).policies, drafts, before: before?.ok ? before.data : undefined }
}

/** Policy and day of the draft that is changed, or of the claim that the new one follows. */
function chosenBefore(
  draft: DraftView | null,
  loaded: LoadState<{ before: ClaimView | undefined }>,
): { policy: string; day: string } | undefined {
  if (draft) return { policy: draft.policy.id, day: draft.answers.incidentDay }
  const before = loaded.state === 'ready' ? loaded.data.before : undefined
  return before && { policy: before.policy.id, day: before.incidentDay ?? '' }
}

/** Without a policy nobody can claim: where to find it, and what to do. */
function NoPolicy() {
  const t = useT()
  const lang = useLang()
  const ways = [
    { id: 'credential', path: '/personal/credential' },
    { id: 'login', path: '/login' },
    { id: 'plans', path: '/plan/list' },
  ]
  return (
    <div className="grid gap-8">
      <Empty title={t('claimform:none.title')}>{t('claimform:none.text')}</Empty>
      <ul className="ruled max-w-xl">
        {ways.map(({ id, path }) => (
          <li key={id} className="grid gap-1 py-4">
            <p>{t(`claimform:none.${id}.text`)}</p>
            <p>
              <TextLink look="go" href={localPath(lang, path)}>
                {t(`claimform:none.${id}.go`)}
              </TextLink>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
