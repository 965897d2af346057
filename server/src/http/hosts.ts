// Which of the deployment's hosts a request came to, where the back office and the API have one of their own.
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** The scheme may have ended at a proxy, so hosts are compared, with the port that the origin's scheme implies left out. */
const cameTo = (origin: string, { host }: Pick<FastifyRequest, 'host'>): boolean => {
  const own = new URL(origin)
  return URL.parse(`${own.protocol}//${host}`)?.host === own.host
}

/** Whether it came to the host of the back office, which is not the members'. */
export const isAdminHost = (config: Pick<Config, 'api_origin'>, request: Pick<FastifyRequest, 'host'>) =>
  config.api_origin !== undefined && cameTo(config.api_origin, request)

/** Whether it came to the members' host while the back office has its own. */
export const isMemberHostAlone = (
  config: Pick<Config, 'api_origin' | 'public_origin'>,
  request: Pick<FastifyRequest, 'host'>,
) =>
  config.api_origin !== undefined &&
  config.public_origin !== undefined &&
  cameTo(config.public_origin, request)
