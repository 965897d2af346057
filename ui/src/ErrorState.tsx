import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

interface ErrorStateProps {
  title: string
  body?: string | undefined
  retry?: { label: string; onRetry: () => void; busy?: boolean }
  /** The request id with its label. */
  reference?: { label: string; id: string } | undefined
}

export function ErrorState({ title, body, retry, reference }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center px-4 py-6 text-center">
      <Icon name="warning" size={24} className="text-loss" />
      <p className="mt-2 font-semibold text-balance">{title}</p>
      {body && <p className="mt-1 max-w-[36ch] text-quiet">{body}</p>}
      {retry && (
        <Button
          variant="secondary"
          icon="refresh"
          busy={retry.busy ?? false}
          onClick={retry.onRetry}
          className="mt-4"
        >
          {retry.label}
        </Button>
      )}
      {reference && (
        <p className="mt-3 text-small text-quiet">
          {reference.label} <code className="figures font-sans break-all select-all">{reference.id}</code>
        </p>
      )}
    </div>
  )
}
