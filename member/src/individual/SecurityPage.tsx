// Password and sessions.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Badge } from '@fairturn/ui/Badge.tsx'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { useAction } from '@fairturn/ui/useAction.ts'
import { call, queries } from '../client.ts'
import { sayFailure } from '../failureText.ts'
import { sayMessage } from '../messages.ts'
import { paths } from '../paths.ts'
import { keys, sessionsQuery } from '../queries.ts'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { Page } from '../shell/Page.tsx'
import { secretIn, useForm } from '../sign-in/useForm.ts'
import { useUser } from '../useSession.ts'

export default function SecurityPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Security`} back={paths.individual}>
      <PasswordForm />
      <Sessions />
    </Page>
  )
}

function PasswordForm() {
  const { t } = useLingui()
  const user = useUser()
  const element = useRef<HTMLDivElement>(null)
  const change = useAction({
    run: (body: { current_password: string; password: string; password_confirmation: string }) =>
      call('POST viewer', { body: { user_id: user?._id ?? '', ...body } }),
    async onDone() {
      element.current?.querySelector('form')?.reset()
      void queries.invalidateQueries({ queryKey: keys.sessions })
      await sayMessage('password_changed_successfully')
    },
    onFailed: (failure) => form.showFailure(failure),
  })
  const form = useForm({
    fields: ['current_password', 'password', 'password_confirmation'],
    check(data) {
      const password = secretIn(data, 'password')
      return {
        ...(secretIn(data, 'current_password') === '' && {
          current_password: 'password_is_required' as const,
        }),
        ...(password.length < 8 && { password: 'password_must_have_at_least_8_characters' as const }),
        ...(password !== secretIn(data, 'password_confirmation') && {
          password_confirmation: 'passwords_do_not_match' as const,
        }),
      }
    },
    place: {
      current_password_is_incorrect: 'current_password',
      passwords_do_not_match: 'password_confirmation',
    },
    send: (data) =>
      change.start({
        current_password: secretIn(data, 'current_password'),
        password: secretIn(data, 'password'),
        password_confirmation: secretIn(data, 'password_confirmation'),
      }),
  })
  const reveal = { show: t`Show password`, hide: t`Hide password` }
  const secret = { type: 'password', maxLength: 256, reveal } as const
  return (
    <section ref={element} aria-labelledby="password-title">
      <h2 id="password-title" className="text-title">
        {t`Change the password`}
      </h2>
      <form {...form.props} className="mt-3 grid gap-4">
        <input type="hidden" autoComplete="username" value={user?.username ?? ''} readOnly />
        <Field
          {...secret}
          name="current_password"
          label={t`Current password`}
          autoComplete="current-password"
          error={form.errors.current_password}
        />
        <Field
          {...secret}
          name="password"
          label={t`New password`}
          autoComplete="new-password"
          hint={t`At least 8 characters`}
          error={form.errors.password}
        />
        <Field
          {...secret}
          name="password_confirmation"
          label={t`New password again`}
          autoComplete="new-password"
          error={form.errors.password_confirmation}
        />
        <Button type="submit" busy={change.busy}>
          {t`Change the password`}
        </Button>
        <p className="text-small text-quiet">
          <Trans>All other sessions are signed out with it.</Trans>
        </p>
      </form>
    </section>
  )
}

function Sessions() {
  const { t } = useLingui()
  const user = useUser()
  const { data: sessions, error, refetch, isFetching } = useQuery(sessionsQuery)
  const end = useAction({
    run: (session_id: string | null) =>
      call('POST sessions/end', { body: { user_id: user?._id ?? '', ...(session_id && { session_id }) } }),
    onDone: () => queries.invalidateQueries({ queryKey: keys.sessions }),
    onFailed: sayFailure,
  })
  return (
    <section aria-labelledby="sessions-title" className="mt-8">
      <h2 id="sessions-title" className="text-title">
        {t`Where you are signed in`}
      </h2>
      <Card className="mt-3">
        {error && !sessions ? (
          <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
        ) : !sessions ? (
          <div aria-busy className="p-3.5">
            <Skeleton className="h-10" />
          </div>
        ) : (
          sessions.map(({ _id, device, last_used_at, current }) => (
            <Row
              key={_id}
              title={device || t`Unknown device`}
              detail={
                <Trans>
                  last used <DateTime value={last_used_at} />
                </Trans>
              }
              trailing={
                current ? (
                  <Badge>
                    <Trans>this one</Trans>
                  </Badge>
                ) : (
                  <Button variant="quiet" disabled={end.busy} onClick={() => end.start(_id)}>
                    {t`Sign out`}
                  </Button>
                )
              }
            />
          ))
        )}
      </Card>
      {(sessions?.length ?? 0) > 1 && (
        <Button variant="loss" wide busy={end.busy} onClick={() => end.start(null)} className="mt-3">
          {t`Sign out everywhere else`}
        </Button>
      )}
    </section>
  )
}
