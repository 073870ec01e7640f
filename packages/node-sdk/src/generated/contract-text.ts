// Written by test/contract-text.test.ts from the contract: run it with -u when the contract has changed.
export const contractText = `
validateApiKey iPOST /validate-api-key {valid+organizationId,createdById~,authorization{grants[,}organization?{id,name~,slug~,}createdBy?~{id,email~,name~,}apiKey?{id,name,prefix,grants[,createdAt@lastUsedAt~@totalRequests#keyType,}}
submitFeedback POST /feedback $0
listIntegrations iGET /integrations {items[{id,name,category,status,connectionId~,lastDataReceivedAt~@syncStatus~,errorMessage~,}}
getIntegrationCapabilities iGET /integrations/capabilities ({provider$1}{providers[$1})
runIntegrationSetupStep POST /integrations/setup-step {status,provider,step,connectionId?,pipelines?[{id,name,stages[{id,name,}}setup?{mode,webhookUrl,headers^,requiredEvents[,docsUrl~,status,}nextActions?[,setupProgress?{currentState,blockingStep?~{id,provider,label,apiStep~,required!}nextAction?~{id,provider,label,command,}}}
connectIntegration POST /integrations/connect ({connected!connectionId,alreadyConnected!}{sessionId,connectUrl,alreadyConnected!})
getIntegrationConnectionStatus iGET /integrations/connect/status {status,provider,error?,}
disconnectIntegration POST /integrations/disconnect {success+}
getIntegrationSyncStatus iGET /integrations/sync-status {provider,name,category,status,syncs[{model,status,lastSyncedAt~@errorMessage~,recordCount?#}}
importRecords iPOST /records ({success+processed#}{success-processed#errors[{index#path[(,#)message,}})
exportPerson iPOST /people/export {items[{kind,data%}nextCursor~,}
erasePerson iPOST /people/erase $2
getErasure iGET /people/erasures/{id} $2
callTool POST /tools/call %
getAutomationOptions ciGET /automations/options {schemaFormat,triggerTypes[,matchModes[,scheduleCadences[,audienceFilterSchema%processorPolicySchema%deliveryPolicySchema%constraints{requiresAgentId!enabledAutomationRequiresDestination!signalTriggerRequiresSignalIdsOrCatalogSignalKeys!scheduledAutomationRejectsSignals!scheduledAutomationRejectsCatalogSignalKeys!scheduledAutomationRequiresCustomerOrBillingStatusAudience!}}
listAutomations ciGET /automations {automations[$3}
createAutomation cPOST /automations $6
getAutomation ciGET /automations/{id} $6
updateAutomation ciPATCH /automations/{id} $6
enableAutomation ciPOST /automations/{id}/enable $6
disableAutomation ciPOST /automations/{id}/disable $6
archiveAutomation ciPOST /automations/{id}/archive {automation$7}
listAutomationRuns ciGET /automations/{automationId}/runs {runs[$8pagination$9}
getAutomationRun ciGET /automations/{automationId}/runs/{runId} {run$8}
getSignalOptions ciGET /signals/options {conditionTypes[{id,label,triggerType,}signalKinds[{kind,description,schemaFormat,createSchema%detectionTypes?[{type,schemaFormat,definitionSchema%}}catalog[{key,label,conditionId,eventName~,eventChannel~,state,selectable!statusLabel~,materializedSignalId~,}}
listSignals ciGET /signals {signals[$4}
createSignal cPOST /signals $10
getSignal ciGET /signals/{id} $10
updateSignal ciPATCH /signals/{id} $10
archiveSignal ciPOST /signals/{id}/archive {signal$7}
getDestinationOptions ciGET /destinations/options {types[{type,label,schemaFormat,createSchema%}chat$11}
listDestinations ciGET /destinations {destinations[$5}
createDestination cPOST /destinations $12
getDestination ciGET /destinations/{id} {destination{id,key,name,schemaVersion,configHash~,description~,enabled!isDefault!maskedConfig~%lastSyncedAt~@archivedAt~@providerErrorCode~,providerErrorMessage~,createdAt@updatedAt@provider,kind,syncStatus,routes[$13automations[$13recentDeliveries[{id,sourceType,sourceId~,automationRunId~,agentOutputId~,destinationId~,provider,providerEventId~,status,queuedAt~@publishedAt~@errorCode~,errorMessage~,createdAt@updatedAt@}deliverySummary{recentCount#pendingCount#acceptedCount#failedCount#skippedCount#lastDeliveryAt~@}}}
updateDestination ciPATCH /destinations/{id} $12
enableDestination ciPOST /destinations/{id}/enable $12
disableDestination ciPOST /destinations/{id}/disable $12
archiveDestination ciPOST /destinations/{id}/archive {destination$7}
getWorkspaceSettings ciGET /settings {settings$14}
updateWorkspaceSettings ciPATCH /settings {settings$14}
getReportSettings ciGET /settings/report {report$15}
updateReportSettings ciPATCH /settings/report {report$15}
getReportSettingsOptions ciGET /settings/report/options {chat$11}
listIdentityMergeSuggestions ciGET /identity/merge-suggestions {suggestions[$16canManageIdentityMerges!}
getIdentityMergeSuggestion ciGET /identity/merge-suggestions/{id} {suggestion$16canManageIdentityMerges!}
queueIdentityMergeSuggestion cPOST /identity/merge-suggestions/{id}/queue $18
rejectIdentityMergeSuggestion cPOST /identity/merge-suggestions/{id}/reject $18
explainEvent iGET /debug/events/{uuid} {uuid,status,reason,arrivals[{receivedAt@source,index#}searched{bytes#whole!}rejections[{at@index#reason,}event~{eventType,eventName,occurredAt@receivedAt@source,}contact~{userId,email~,name~,via,cause,}customer~{customerId,name~,domain~,via,}links[{left,right,trusted!cause,firstAt@status,}}
listAgentTemplates ciGET /agent-templates {templates[{key,version,name,description,creates[,defaultMode,supportedModes[,}}
listAgentActions ciGET /agent-actions {actions[{key,version#label,category,subjectTypes[,}}
listAgents ciGET /agents {agents[$19}
createAgent cPOST /agents $20
getAgent ciGET /agents/{id} {agent{id,agentKey,displayName,status,templateVersion~,actionKeys[,schedule{enabled!nextRunAt~@lastRunAt~@lastSuccessfulRunAt~@cadence~,}createdAt@updatedAt@destinationSummary{destinations[{id,provider,channelId~,label~,isDefault!}label,count#missing!}automationSummary{activeCount#totalCount#nextRunAt~@primaryDestinationLabel~,}automations[{id,name,enabled!conditionKind,conditionLabel,audienceLabel,destinationLabel~,destinationCount#lastRunStatus~,lastRunAt~@nextRunAt~@}lastRun~$21recentRuns[$21settings~{configSchemaKey,configSchemaVersion#custom~{instructions,maxItemsToSurface#outputMode~,}}}}
updateAgent ciPATCH /agents/{id} $20
enableAgent ciPOST /agents/{id}/enable $20
disableAgent ciPOST /agents/{id}/disable $20
renameAgent ciPOST /agents/{id}/rename $20
listAgentRuns ciGET /agents/{agentId}/runs {runs[$21pagination$9}
startAgentRun cPOST /agents/{agentId}/runs {run$21agentRunId,runId,startedSandbox!status,startupError?{code?,message,retryable?!}}
getAgentRun ciGET /agents/{agentId}/runs/{runId} {run{id,runId,agentId,status,trigger~,summary~,errorSummary~,sandboxStatus~,startedAt~@endedAt~@durationMs~#counts$22agentKey,executionStrategy,model~,thinkingLevel~,visibility{hiddenCustomerCount#hiddenOutputCount#debugLedgerHidden!}triggerEvidence~{automationRunId,policy{mode,requiredCount#selectedCount#matchedCount#}selectedSignals[$23matchedSignals[$23window{value#unit,startAt~@endAt~@}primaryOccurrence{id,eventName?,eventChannel?,eventOccurredAt?@}}candidates[{id,customerId,customerName,customerDomain~,billingStatus~,lastActivityAt~@candidateKey,fingerprint,status,outputId~,disposition~,surfaceReason~,reasons[*metrics[*}outputs[{id,contractType,contractVersion,status,deliveryStatus,error~,processedAt~@deliveredAt~@createdAt@notificationCount#referencedCandidateCount#referencedCandidateIds[,titles[,markdownPreviews[,deliverySummary~%actions[{id,label,status,url~,}}toolCalls[{id,toolName,status,error~,startedAt@endedAt~@latencyMs~#inputSummary*outputSummary*}artifacts[{id,kind,mimeType,bodySizeBytes~#redactionStatus~,createdAt@metadataSummary*}}}
getCustomerActivation ciGET /activation {activation$24}
updateCustomerActivation ciPATCH /activation {activation$24changed!}
previewCustomerActivation ciPOST /activation/preview {preview{eventName,evaluatedFrom@evaluatedTo@evaluatedEventCount#matchedCustomerCount#alreadyActivatedCustomerCount#wouldActivateCustomerCount#evaluatedContactOccurrenceCount#matchedContactCount#alreadyActivatedContactCount#wouldActivateContactCount#contactTruncated!customerTruncated!truncated!examples[{customer$25activatedAt~@firstMatchedAt@eventId,}}}

svc_list_customers r {items[{id,name~,domain~,billingStatus,activatedAt~@firstSeenAt~@lastActivityAt~@contactCount#currentMrr~#mrrCalculationStatus,owner~$26daysSinceActivity~#}pagination$9}
svc_list_users r {items[{id,email~,name~,customerId,customerName~,customerDomain~,journeyStage,lastActivityAt~@daysSinceActivity~#}pagination$9}
svc_list_workspace_users r {items[{id,email,name,title~,role~,managerEmail~,territory~,socialProfileUrl~,ownedCustomerCount#}pagination$9}
svc_get_customer r {customer{id,name~,domain~,billingStatus,activatedAt~@firstSeenAt~@lastActivityAt~@owner~$26}users?[{id,email~,name~,journeyStage,lastActivityAt~@}revenue?{currentMrr~#mrrCalculationStatus,lifetimeRevenue#activeSubscriptions#}recentTimeline?[{type,title~,contact~,occurredAt@}behaviorMetrics?{activityCount#activeUsers#lastEmailAt~@lastMeetingAt~@}enrichment?{status,provider~,providerEntityId~,summary~{name?,domain?,websiteUrl?,description?,logoUrl?,socialProfileUrl?,yearFounded?#companyType?,employeeCountRange?,headcount?#industry?,categories?[,markets?[,headquarters?,fundingSummary?{totalInvestmentUsd?#lastRoundType?,lastRoundAmountUsd?#lastFundraiseDate?,investors?[,}hiringSummary?{openingsCount?#recentTitles?[,}followerSummary?{count?#growth?^~#}}match~%lastSuccessfulRefreshAt~@lastAttemptAt~@expiresAt~@error~{class,message,retryable?!}}}
svc_get_timeline r {events[{id,eventType,eventName,channel,title~,summary~,occurredAt@contact~,sourceType~,sourceId~,sourceRef?{sourceType,sourceId,}metadata%}pagination$9}
svc_list_facts r {customer$25facts[$27pagination$9}
svc_get_fact r $27
svc_get_source r $28
svc_list_sources r {items[$28pagination$9}
svc_search_customer_context r {customer~$25results[<kind=fact{kind,score#matchCount#matches[$29fact$27}source{kind,score#matchCount#matches[$29sourceType,sourceId,occurredAt~@title~,permalink~,context?{text,sourceRef{sourceType,sourceId,}}}>}
svc_query r {success+data[%metadata{rowsReturned#executionTimeMs#truncated!}}
svc_schema r ($30{views[$30tables[$30})
svc_send_notification w {ok+deliveries[{destinationId,status,providerEventId~,}}
svc_submit_feedback w $0

{id,createdAt@}
{cliName,providerId,displayName,category,authType,setupMode,credentialType~,connectSupported!requiredFields[{key,label,secret!}commands[,postConnectSteps[{id,label,required!supported!command~,note?,}notes[,}
{id,status,requestedAt@receipt~{completedAt@requestedBy,events#sources#records#masked#segments#}}
{id,key,name,schemaVersion,configHash~,description~,enabled!triggerJson*audienceFilterJson*archivedAt~@lastRunAt~@nextRunAt~@createdAt@updatedAt@signals[$4destinations[$5activeSignalCount#activeDestinationCount#agentId~,managedBy,triggerType,matchMode,lastRunStatus~,}
{id,key,name,schemaVersion,configHash~,description~,definition*archivedAt~@createdAt@updatedAt@managedBy,kind,}
{id,key,name,schemaVersion,configHash~,description~,enabled!isDefault!maskedConfig~%lastSyncedAt~@archivedAt~@providerErrorCode~,providerErrorMessage~,createdAt@updatedAt@provider,kind,syncStatus,}
{automation$3}
{id,archivedAt@}
{id,automationId,triggerType,status,dedupeKey~,eventProcessedId~,eventName~,eventChannel~,eventOccurredAt~@matchedAt@destinationCount#acceptedDestinationCount#failedDestinationCount#agentRunId~,skipReason~,errorCode~,errorMessage~,createdAt@updatedAt@deliveries[{id,sourceType,sourceId~,automationRunId~,agentOutputId~,destinationId,provider,providerEventId~,status,queuedAt~@enqueueAttemptCount#lastEnqueueAttemptAt~@publishedAt~@errorCode~,errorMessage~,createdAt@updatedAt@}occurrences[{id,signalId,grain,subjectType,subjectId~,customerId~,occurredAt@detectedAt@createdAt@updatedAt@}}
{hasMore!nextCursor~,total#}
{signal$4}
{connected!channels[{id,name,isPrivate!}hasMore!nextCursor~,}
{destination$5}
{id,name,enabled!triggerType,agentId~,lastRunStatus~,lastRunAt~@nextRunAt~@createdAt@updatedAt@}
{defaultTimezone,}
{chatChannelId~,chatChannelName~,}
{id,status,proposalStatus,confidence,survivor$17duplicate$17reviewNotes~,reviewedAt~@reviewedByName~,appliedAt~@appliedByName~,createdAt@explanation[,impact{identifiers#users#activities#visitors#billingEvents#facts#supportTickets#calls#accessEntries#analyticsEvents#analyticsDimensions#}latestJob~{id,status,createdAt@updatedAt@}canMerge!canReject!}
{id,name~,domain~,type,status~,identifierCount#contactCount#}
{proposalId,jobId?,status,jobStatus?,}
{id,agentKey,displayName,status,templateVersion~,actionKeys[,schedule{enabled!nextRunAt~@lastRunAt~@lastSuccessfulRunAt~@}createdAt@updatedAt@}
{agent$19}
{id,runId,agentId,status,trigger~,summary~,errorSummary~,sandboxStatus~,startedAt~@endedAt~@durationMs~#counts$22outputs[{id,status,deliveryStatus,deliveredAt~@createdAt@}}
{candidates#tools#artifacts#outputs#}
{id,key~,name,kind~,}
{eventName~,}
{id,name~,domain~,}
{id,email,name,}
{sourceType~,sourceId~,sourceOccurredAt~@sourceQuote~,permalink~,id,assertion,reasoning~,factType,factCategory,status,confidence#priority~,severity~,occurredAt~@detectedAt@validFrom@validUntil~@lastDetectedAt~@periodStart~@periodEnd~@changePointDate~@linkedSourceRef?~{sourceType,sourceId,occurredAt~@permalink~,}sourceMetadata?~{sourceType~,sourceId~,sourceOccurredAt~@sourceQuote~,permalink~,}evidenceCount#occurrenceCount#metricName~,metricValue~#metricPreviousValue~#metricDelta~#metricUnit~,evidence?~[{id,sourceType~,sourceId~,excerpt~,metadata~%}}
{sourceType,sourceId,occurredAt~@title~,summary~,permalink~,provider~,customer~$25participants[{email~,name~,role,affiliation~,resolvedUserId~,}record%}
{text,occurredAt?@}
{name,description,columns[{name,type,description,}exampleQueries[,}
`
