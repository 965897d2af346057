import type { Campaign } from '@fairturn/contract/campaigns'
import { Button } from '@fairturn/ui/Button.tsx'
// The campaign form in three steps: what is advertised, who carries it, how much. The step is in the URL, so
// that Back works; each refusal is shown on its field, in its step.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { call, queries } from '../shell/client.ts'
import type { Problems } from '../shell/forms/problems.ts'
import { SubmitBar } from '../shell/forms/SubmitBar.tsx'
import { useForm } from '../shell/forms/useForm.ts'
import { paths } from '../shell/paths.ts'
import { cacheCampaign, landingQuery } from './campaign-queries.ts'
import { useDraftAutosave, type SaveStatus } from './draft-autosave.ts'
import { HowMuchStep } from './HowMuchStep.tsx'
import { check, draftOf, firstOpen, sentOf, stepOf, type Step, type Values } from './placing.ts'
import { TotalSoFar } from './TotalSoFar.tsx'
import { WhatStep } from './WhatStep.tsx'
import { WhoStep } from './WhoStep.tsx'

interface PlacingFormProps {
  initial: Values
  /** The step at which the draft was left. */
  left_at: Step
  /** The campaign to be changed; null for a new one. */
  campaign: Campaign | null
}

export function PlacingForm({ initial, left_at, campaign }: PlacingFormProps) {
  const [named, goTo, leaveFor] = useStep(left_at)
  // Never beyond a step that is incomplete.
  const stepAt = (values: Values) => Math.min(named, firstOpen(values)) as Step
  const form = useForm({
    initial,
    controlled: true,
    body: sentOf,
    schema: () => import('@fairturn/contract/campaigns').then(({ campaignForm }) => campaignForm),
    check: (values) => ({ ...check(values, stepAt(values), new Date()), ...landingRefusal(values) }),
    next(values) {
      const at = stepAt(values)
      return at < 3 && (() => goTo((at + 1) as Step))
    },
    reveal: (field) => goTo(stepOf(field)),
    once: `place ${campaign?._id ?? 'a new one'}`,
    send: (body, key) =>
      campaign
        ? call('POST campaigns/:campaign_id', {
            params: { campaign_id: campaign._id },
            body,
            timeoutMs: 30_000,
          })
        : call('POST campaigns', { body, key, timeoutMs: 30_000 }),
    onDone({ data }) {
      forget()
      cacheCampaign(data)
      leaveFor(paths.campaign(data._id))
    },
  })
  const { typed: values, set, errors } = form
  const step = stepAt(values)
  const { kept, forget } = useDraftAutosave(campaign === null ? draftOf(values, step) : null)
  useTitleFocus(step, Object.keys(errors).map(stepOf).includes(step))

  const props = { values, set, errors }
  return (
    <form {...form.props}>
      <StepTitle step={step} />
      {step === 1 ? (
        <WhatStep {...props} />
      ) : step === 2 ? (
        <WhoStep {...props} />
      ) : (
        <HowMuchStep {...props} />
      )}
      <DraftLine kept={kept} />
      <SubmitBar>
        <TotalSoFar values={values} />
        <StepButtons
          step={step}
          changes={campaign !== null}
          busy={form.busy}
          onBack={() => goTo((step - 1) as Step)}
        />
      </SubmitBar>
    </form>
  )
}

/** The refusal of a landing page that was checked. One that could not be checked yet is checked on submission. */
function landingRefusal({ landing_url }: Values): Problems {
  const problem = queries.getQueryData(landingQuery(landing_url.trim()).queryKey)?.problem
  return problem ? { landing_url: problem.code } : {}
}

/** How many entries of the history the form has made since it was opened, kept in each of them. */
const entriesMade = (): number => (history.state as { entries?: number } | null)?.entries ?? 0

/** The step in the URL, or else the draft's. */
function useStep(left_at: Step): [Step, (step: Step) => void, (to: string) => void] {
  const search = new URLSearchParams(useSearch())
  const [path, navigate] = useLocation()
  const named = Number(search.get('step'))
  const step = named === 1 || named === 2 || named === 3 ? named : left_at
  const goTo = (next: Step) => {
    search.set('step', String(next))
    navigate(`${path}?${search}`, { state: { entries: entriesMade() + 1 } })
  }
  /** In place of the form's entries: Back then leads to where it was opened, not to a step that is empty by then. */
  const leaveFor = (to: string) => {
    const leave = () => navigate(to, { replace: true, state: { pay: true } })
    const entries = entriesMade()
    if (entries === 0) return leave()
    addEventListener('popstate', leave, { once: true })
    history.go(-entries)
  }
  return [step, goTo, leaveFor]
}

/** Scrolls to the top when the step changes, unless a field of it was refused. */
function useTitleFocus(step: Step, isRefused: boolean) {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (isRefused) return
    scrollTo(0, 0)
    document.getElementById('step-title')?.focus({ preventScroll: true })
  }, [step, isRefused])
}

function StepTitle({ step }: { step: Step }) {
  const { t } = useLingui()
  const titles = { 1: t`Your ad`, 2: t`Audience`, 3: t`Budget` } as const
  return (
    <div className="mb-4">
      <div aria-hidden className="mb-3 grid grid-cols-3 gap-1.5">
        {[1, 2, 3].map((each) => (
          <span key={each} className={`h-1.5 rounded-full ${each <= step ? 'bg-action' : 'bg-track'}`} />
        ))}
      </div>
      <h2 id="step-title" tabIndex={-1} className="text-heading outline-none">
        {titles[step]}
      </h2>
      <p className="text-small text-quiet">
        <Trans>Step {step} of 3</Trans>
      </p>
    </div>
  )
}

interface StepButtonsProps {
  step: Step
  /** A campaign that exists, not a new one. */
  changes: boolean
  busy: boolean
  onBack: () => void
}

function StepButtons({ step, changes, busy, onBack }: StepButtonsProps) {
  const { t } = useLingui()
  return (
    <div className={`grid gap-3 ${step > 1 ? 'grid-cols-[auto_1fr] large-text:grid-cols-1' : ''}`}>
      {step > 1 && (
        <Button variant="secondary" icon="back" disabled={busy} onClick={onBack}>
          {t({ message: 'Back', context: 'to the step before' })}
        </Button>
      )}
      <Button type="submit" busy={busy}>
        {step < 3
          ? t({ message: 'Next', context: 'to the next step' })
          : changes
            ? t`Save changes`
            : t`Continue to payment`}
      </Button>
    </div>
  )
}

function DraftLine({ kept }: { kept: SaveStatus }) {
  const { t } = useLingui()
  const texts: Readonly<Record<SaveStatus, string>> = {
    unchanged: '',
    waiting: '',
    saved: t`Saved as a draft. You can continue later on any device.`,
    unreached: t`No connection. Your draft stays in this window and is saved once you are back online.`,
  }
  return (
    <p role="status" className="mt-4 min-h-10 text-center text-small text-balance text-quiet">
      {texts[kept]}
    </p>
  )
}
