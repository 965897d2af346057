// Which of the deployment's hosts a request was sent to, if the back office and the API have their own.
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Compares hosts without the default port of the origin's scheme, since TLS may be terminated at a proxy. */
const cameTo = (origin: string, { host }: Pick<FastifyRequest, 'host'>): boolean => {
  const own = new URL(origin)
  return URL.parse(`${own.protocol}//${host}`)?.host === own.host
}

/** Whether it was sent to the back office's separate host. */
export const isAdminHost = (config: Pick<Config, 'apiOrigin'>, request: Pick<FastifyRequest, 'host'>) =>
  config.apiOrigin !== undefined && cameTo(config.apiOrigin, request)

/** Whether it was sent to the members' host while the back office has its own. */
export const isMemberHostAlone = (
  config: Pick<Config, 'apiOrigin' | 'publicOrigin'>,
  request: Pick<FastifyRequest, 'host'>,
) =>
  config.apiOrigin !== undefined && config.publicOrigin !== undefined && cameTo(config.publicOrigin, request)
