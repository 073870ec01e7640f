import { connectionsOf } from '../connections.ts'
import {
  type CrmMapping,
  CrmMappingConfigSchema,
  formatPath,
  type JsonObject,
  type ProviderId,
  validate,
} from '@customer-intel/contract'
import { AppError } from '../../kernel/errors.ts'
import { openConnectedApi } from '../connected-api.ts'
import type { ProviderApi, SetupStep, StepRequest } from '../provider.ts'
import { ProviderProblem } from '../provider-problem.ts'
import type { Pipeline } from './crm-pipeline.ts'
import { recommendMapping } from './recommend-mapping.ts'

export const crmMappingStepId = 'crm-mapping'

/** The configured mappings; null: none yet. */
export function mappingsOf(setup: Readonly<Record<string, JsonObject>> | undefined): CrmMapping[] | null {
  const given = setup?.[crmMappingStepId]
  return given === undefined ? null : (given['mappings'] as CrmMapping[])
}

/** The setup step that maps the stages of a CRM's pipelines. */
export function crmMappingStep(readPipelines: (api: ProviderApi) => Promise<Pipeline[]>): SetupStep {
  return {
    id: crmMappingStepId,
    tokens: ['mappings', 'mapping'],
    label: 'Map the stages of deals',
    required: true,
    note: 'Deals come before it too, with the stage as the CRM calls it.',
    isDone: ({ setup }) => mappingsOf(setup) !== null,
    async run(request) {
      const { workspace, provider, connection, config, services } = request
      const command = `svc integrations setup ${provider.cliName} mappings`
      if (config === null) {
        const pipelines = await askPipelines(request, readPipelines)
        const mappings = mappingsOf(connection.setup)
        return {
          status: 'config_required',
          pipelines: pipelines.map(({ id, name, stages }) => ({
            id,
            name,
            stages: stages.map((stage) => ({ id: stage.id, name: stage.name })),
          })),
          recommendation: pipelines.map(recommendMapping),
          mappings,
          nextActions: [`${command} --config '{"mappings": …}'`, `${command} --accept-recommended`],
          ...(mappings === null && { setupProgress: progressOf(provider.id, command) }),
        }
      }
      const given = validate(CrmMappingConfigSchema, config, { at: ['config'] })
      if (!given.ok) {
        const issues = given.issues.map(({ path, message }) => ({ path, message }))
        throw new AppError('INVALID_REQUEST', issues[0]!.message, { issues })
      }
      const mappings = checkMappings(given.value.mappings, await askPipelines(request, readPipelines))
      await connectionsOf(workspace).change((connections) => {
        const current = connections[provider.id]
        if (current?.generation !== connection.generation)
          throw new AppError(
            'UNAVAILABLE',
            `${provider.id} was connected again meanwhile: map its stages again`,
          )
        current.setup = { ...current.setup, [crmMappingStepId]: { mappings } }
        current.requestedAt = services.clock()
      })
      return {
        status: 'completed',
        mappings,
        nextActions: [`svc integrations status ${provider.cliName}`],
      }
    },
  }
}

async function askPipelines(
  { workspace, provider, connection, services, signal }: StepRequest,
  readPipelines: (api: ProviderApi) => Promise<Pipeline[]>,
): Promise<Pipeline[]> {
  const patience = AbortSignal.timeout(25_000)
  try {
    const api = await openConnectedApi(workspace, provider, connection, services, {
      signal: signal === undefined ? patience : AbortSignal.any([signal, patience]),
      maxWaitMs: 5_000,
    })
    return await readPipelines(api)
  } catch (error) {
    if (error instanceof TypeError || error instanceof ProviderProblem) {
      const isTheirs = error instanceof ProviderProblem && /credentials|permission/.test(error.kind)
      if (isTheirs) throw new AppError('INVALID_REQUEST', error.message)
      throw new AppError('UNAVAILABLE', `The pipelines can't be read now: ${error.message}`, {
        retryAfterSeconds: 10,
      })
    }
    throw error
  }
}

/** The mappings with the CRM's names. Throws an AppError for unknown or duplicate stages. */
function checkMappings(mappings: readonly CrmMapping[], pipelines: readonly Pipeline[]): CrmMapping[] {
  const seen = new Set<string>()
  const refuse = (path: (string | number)[], problem: string): never => {
    const message = `${formatPath(path)} ${problem}`
    throw new AppError('INVALID_REQUEST', message, { issues: [{ path, message }] })
  }
  return mappings.map((mapping, at) => {
    const path = ['config', 'mappings', at]
    const pipeline = pipelines.find(({ id }) => id === mapping.pipelineId)
    if (pipeline === undefined)
      return refuse([...path, 'pipelineId'], `names no pipeline of the CRM; there are: ${listOf(pipelines)}`)
    if (seen.has(pipeline.id)) refuse([...path, 'pipelineId'], 'stands there twice: give each pipeline once')
    seen.add(pipeline.id)
    const mapped = mapping.mappings.map(({ svcStage, crmStages }, index) => ({
      svcStage,
      crmStages: crmStages.map(({ id }, place) => {
        const stagePath = [...path, 'mappings', index, 'crmStages', place, 'id']
        const stage = pipeline.stages.find((one) => one.id === id)
        if (stage === undefined)
          return refuse(
            stagePath,
            `names no stage of ${pipeline.name}; there are: ${listOf(pipeline.stages)}`,
          )
        const key = `${pipeline.id} ${id}`
        if (seen.has(key)) refuse(stagePath, 'is mapped twice: a stage means one thing')
        seen.add(key)
        return { id: stage.id, name: stage.name }
      }),
    }))
    return { pipelineId: pipeline.id, pipelineName: pipeline.name, mappings: mapped }
  })
}

function listOf(known: readonly { id: string; name: string }[]): string {
  return known.map(({ id, name }) => `${id} (${name})`).join(', ')
}

function progressOf(provider: ProviderId, command: string) {
  const step = { id: crmMappingStepId, provider, label: 'Map the stages of deals' }
  return {
    currentState: 'configuration_required',
    blockingStep: { ...step, apiStep: 'mappings', required: true },
    nextAction: { ...step, id: 'configure-crm-mapping', command },
  }
}
