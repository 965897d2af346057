import { formatMoney } from '@fairturn/contract/minor-units'
import { EvidenceIsAbsent } from '@fairturn/contract/proof/gather'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
// The check of the latest proof of liabilities, done in this browser, step by step, with all hash inputs.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { saveFile } from '../../documents/save-file.ts'
import { Amount } from '../../shell/Amount.tsx'
import { apiBase } from '../../shell/client.ts'
import { Gap } from '../../shell/Gap.tsx'
import { Page } from '../../shell/Page.tsx'
import { paths } from '../../shell/paths.ts'
import { viewerQuery } from '../../shell/queries.ts'
import { QueryResult } from '../../shell/QueryResult.tsx'
import { Section } from '../../shell/Section.tsx'
import { useProofFailed } from './alarm.ts'
import { CannotCheck, ProofIsWithheld, runCheck, type Run } from './checking.ts'
import { stepReasonText } from './labels.ts'
import { type EvidenceFile, failedProof, dismissFailure } from './memory.ts'
import { ProofParts } from './ProofParts.tsx'
import { Steps } from './Steps.tsx'

export default function ProofPage() {
  const { t } = useLingui()
  const failed = useProofFailed()
  const query = useQuery({
    queryKey: ['proof'],
    queryFn: ({ signal }) => runCheck(signal),
    // Not cached: the result shown must be from a check made now.
    gcTime: 0,
    retry: false,
  })
  return (
    <Page title={t`Proof of balance`} back={paths.individual}>
      <p className="mb-4 text-small text-quiet">
        <Trans>
          Once a day we sign everything we owe, and every movement. Your device checks your part and compares
          it with what it remembers, without having to trust us.
        </Trans>
      </p>
      {failed && <Failed />}
      {query.error instanceof CannotCheck ? (
        <Note tone="action">
          {t`This page was not opened over https, so your browser cannot run the check.`}
        </Note>
      ) : query.error instanceof EvidenceIsAbsent ? (
        <Note tone="loss">
          {t`The server did not send the proof, so nothing was checked. What is absent does not pass.`}
        </Note>
      ) : query.error instanceof ProofIsWithheld ? (
        <Withheld number={query.error.number} />
      ) : (
        <QueryResult query={query} outline={['h-36', 'mt-4 h-96']}>
          {(run) => <Result run={run} busy={query.isFetching} again={() => void query.refetch()} />}
        </QueryResult>
      )}
    </Page>
  )
}

function Withheld({ number }: { number: number }) {
  return (
    <Note tone="loss">
      <Trans>This device has seen proof {number}, and the server says that there is none.</Trans>
      <Gap />
      <Trans>Save this page and report it to us and to others.</Trans>
    </Note>
  )
}

function Result({ run, busy, again }: { run: Run; busy: boolean; again: () => void }) {
  const { t } = useLingui()
  const { checked, file, taken_at } = run
  return (
    <>
      <Verdict run={run} />
      {run.beganAgain && (
        <div className="mt-3">
          <Note tone="action">
            <Trans>
              This demo has other proofs now than those that this device remembered, so it has forgotten them.
              Outside a demo that would be a failure.
            </Trans>
          </Note>
        </div>
      )}
      <Card className="mt-4">
        <Row quiet title={t`Proof`} trailing={<b className="figures">{file.evidence.proof.number}</b>} />
        <Row quiet title={t`Created`} trailing={<DateTime value={taken_at} className="font-semibold" />} />
        <Row
          quiet
          title={t`Total owed to members`}
          trailing={<Amount amount={file.evidence.proof.total} />}
        />
        <Mine run={run} />
      </Card>
      <Steps steps={checked.steps} />
      <ProofParts run={run} />
      <div className="mt-6 grid gap-3 min-[440px]:grid-cols-2">
        <Button wide icon="refresh" busy={busy} onClick={again}>{t`Check again`}</Button>
        <SaveEvidence file={file} />
      </div>
      <p className="mt-4 text-small text-quiet">
        <Trans>
          The evidence file contains the signed statement and your parts with their paths. You can check it
          without this app: the <Document href="/docs/proof.md">description</Document> says how, the{' '}
          <Document href="/docs/verify-proof.mjs">program</Document> does it. The file reveals your balance,
          so share it with care.
        </Trans>
      </p>
    </>
  )
}

/** A document that the server of the API has: outside this app. */
function Document({ href, children }: { href: string; children?: ReactNode }) {
  return (
    <a
      href={new URL(href, new URL(apiBase, location.href)).href}
      target="_blank"
      rel="noreferrer"
      className="py-1 font-semibold text-action underline"
    >
      {children}
    </a>
  )
}

function Verdict({ run: { checked } }: { run: Run }) {
  const { t } = useLingui()
  const { steps } = checked
  if (steps.some(({ state }) => state === 'failed'))
    return <Note tone="loss">{t`This proof is not valid. See the failed steps below.`}</Note>
  const all = steps.length
  const passed = steps.filter(({ state }) => state === 'passed').length
  if (steps.some(({ state }) => state === 'unchecked'))
    return (
      <Note tone="action">
        <Trans>
          Steps passed: {passed} of {all}. No errors found, but some could not be checked; see below.
        </Trans>
      </Note>
    )
  // Of the member's own last check here: the proof itself may be known from another member's.
  const same = steps.some(({ name, why }) => name === 'memory' && why === 'same_proof')
  return (
    <Note tone="action" icon={passed === all ? 'check' : 'info'}>
      {same && t`This device has already checked this proof.`}{' '}
      {passed === all ? (
        t`All steps passed.`
      ) : same ? (
        <Trans>
          Steps passed: {passed} of {all}. The others had nothing new to compare.
        </Trans>
      ) : (
        <Trans>
          Steps passed: {passed} of {all}. The others had nothing to compare with yet.
        </Trans>
      )}
      <Gap />
      {steps.some(({ why }) => why === 'proof_is_old') && stepReasonText('proof_is_old')}
      <Gap />
      {/* The amounts were compared with the screens: none of these steps is left over here. */}
      {checked.leaves.length === 0
        ? t`You had no balance at that time.`
        : t`What your screens say that we owe you is in the signed total.`}
    </Note>
  )
}

function Mine({ run: { checked, file } }: { run: Run }) {
  const { t } = useLingui()
  const { data: viewer } = useQuery(viewerQuery)
  const led = checked.leaves.length === file.evidence.leaves.length
  const owed = checked.leaves.reduce((sum, leaf) => sum + leaf.amount_minor, 0n)
  return (
    <>
      <Row
        quiet
        title={t`Your share`}
        trailing={led ? <Amount amount={formatMoney(owed)} size="large" /> : t`not proved`}
      />
      <Row
        quiet
        title={t`Your available balance`}
        detail={
          viewer ? (
            <Trans>
              now <Amount amount={viewer.account_balance} tone="inherit" />
            </Trans>
          ) : (
            '…'
          )
        }
        trailing={led ? <Amount amount={formatMoney(checked.owed_minor.available)} /> : t`not proved`}
      />
    </>
  )
}

function SaveEvidence({ file, onSaved }: { file: EvidenceFile; onSaved?: () => void }) {
  const { t } = useLingui()
  async function save() {
    const blob = new Blob([JSON.stringify(file, null, 1)], { type: 'application/json' })
    await saveFile(blob, `fairturn-proof-${file.evidence.proof.number}.json`)
    onSaved?.()
  }
  return (
    <Button wide variant="secondary" icon="document" onClick={() => void save()}>
      {t`Save evidence`}
    </Button>
  )
}

/** The stored failure; shown whatever a later check finds. */
function Failed() {
  const { t } = useLingui()
  const [saved, setSaved] = useState(false)
  const file = failedProof()
  if (file === undefined) return null
  const { number, taken_at } = file.evidence.proof
  return (
    <Section title={t`A check failed on this device`} look="mb-3 text-title text-loss" className="mb-6">
      <Note tone="loss">
        <Trans>
          Proof {number} of <DateTime value={taken_at} /> failed. Save the evidence before you contact anyone:
          it is signed and cannot be denied.
        </Trans>
      </Note>
      <Steps steps={file.steps.filter(({ state }) => state === 'failed')} />
      <div className="mt-3 grid gap-3 min-[440px]:grid-cols-2">
        <SaveEvidence file={file} onSaved={() => setSaved(true)} />
        {saved && (
          <Button wide variant="quiet" onClick={dismissFailure}>{t`I have saved it, hide this`}</Button>
        )}
      </div>
    </Section>
  )
}
