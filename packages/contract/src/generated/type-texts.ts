import type { TypeText } from '../openapi/texts.ts'

/** What the docstrings of the contract's types say. Written by `pnpm generate`; a test fails when it is out of date. */
export const typeTexts: Record<string, TypeText> = {
  AcceptInvitationBody: {
    text: 'Takes up an invitation, or sets a forgotten password anew.',
    examples: [
      {
        token: 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA',
        password: 'correct horse battery',
        name: 'Ada',
      },
    ],
    fields: {
      token: { text: 'What stands in the link.' },
      password: { text: '12 characters or more, and not the e-mail address.' },
      name: { text: 'What they are called. Default: as it is known.' },
      email: {
        text: 'Their e-mail address. Needed for the first owner, whose link names none; otherwise what the link says counts.',
      },
    },
  },
  AcceptedEvent: {
    text: 'An accepted event, in its current state.',
    fields: {
      uuid: { text: 'Lower case.' },
      receivedAt: { text: 'When the server accepted it. ISO 8601, UTC.' },
      occurredAt: { text: 'When it happened. ISO 8601, UTC.' },
      source: { text: 'Who sent it.' },
      eventType: { text: 'Such as `CUSTOM_EVENT`.' },
      eventName: { text: 'What happened.' },
      url: { text: "The page's address." },
      path: { text: "The page's path." },
      properties: { text: 'Its properties.', is: ['JsonObject'] },
      contact: {
        text: 'Whom it belongs to now; null while nobody is identified.',
        fields: {
          userId: { text: "The person's id here." },
          email: { text: 'Their e-mail address.' },
          name: { text: 'Their name.' },
        },
      },
      customer: {
        text: 'Which customer it belongs to now; null while none is known.',
        fields: {
          customerId: { text: "The customer's id." },
          name: { text: 'Its name.' },
          domain: { text: 'Its main domain.' },
        },
      },
      read: {
        text: "False: the answers don't hold it yet, so that it may be a repetition, and whose it is isn't known. Absent: they do.",
      },
    },
  },
  AccessLink: {
    text: 'A link for one person, which is shown once and works once.',
    fields: {
      url: { text: 'To be given to them, and nobody else.' },
      expiresAt: { text: 'Until then it can be opened. ISO 8601, UTC.' },
    },
  },
  Activation: {
    text: 'The event name that marks activation; null: none does.',
    fields: { eventName: { text: 'The exact name of the event.' } },
  },
  ActivationPreview: {
    text: "What an event name would have activated. Where a `…Truncated` is true, that side's totals are lower bounds.",
    fields: {
      eventName: { text: "The event's name as it was asked for." },
      evaluatedFrom: { text: 'Begin of what was looked at. ISO 8601, UTC.' },
      evaluatedTo: { text: 'End of what was looked at. ISO 8601, UTC.' },
      evaluatedEventCount: { text: 'Events of that name in this time.' },
      matchedCustomerCount: { text: 'Customers that had the event.' },
      alreadyActivatedCustomerCount: { text: 'Those of them that are activated already.' },
      wouldActivateCustomerCount: { text: 'Those of them that would be activated by it.' },
      evaluatedContactOccurrenceCount: { text: 'Events of that name by known people.' },
      matchedContactCount: { text: 'People who had the event.' },
      alreadyActivatedContactCount: { text: 'Those of them who are activated already.' },
      wouldActivateContactCount: { text: 'Those of them who would be activated by it.' },
      contactTruncated: { text: 'Not all people were looked at.' },
      customerTruncated: { text: 'Not all customers were looked at.' },
      truncated: { text: 'One of the two.' },
      examples: {
        text: 'Some customers that had the event.',
        fields: {
          customer: { text: 'Which customer.', is: ['CustomerReference'] },
          activatedAt: { text: 'When it was activated; null when it is not. ISO 8601, UTC.' },
          firstMatchedAt: { text: 'When it first had the event. ISO 8601, UTC.' },
          eventId: { text: 'The uuid of that event.' },
        },
      },
    },
  },
  ActivityKind: {
    text: '`PRODUCT`: somebody used the product or the website. `CONTACT`: they and the workspace were in touch.',
  },
  ActivityWindow: { text: 'A number of days back from now.' },
  AgentAction: {
    text: 'Something that an agent may be allowed to do.',
    fields: {
      key: { text: 'For `actionKeys`.' },
      version: { text: 'From 1 on.' },
      label: { text: 'Display name.' },
      category: { text: 'Such as `notification`.' },
      subjectTypes: { text: 'What it is about.' },
    },
  },
  AgentArtifact: {
    text: 'A file created by a run: none is yet.',
    fields: {
      id: { text: 'Names the file.' },
      kind: { text: 'What it is.' },
      mimeType: { text: 'Such as `text/plain`.' },
      bodySizeBytes: { text: 'How long it is.' },
      redactionStatus: { text: 'Whether something of it is missing.' },
      createdAt: { text: 'When it was created. ISO 8601, UTC.' },
      metadataSummary: { text: 'Further data.' },
    },
  },
  AgentCandidate: {
    text: 'A customer that a run considered, as it stood then.',
    fields: {
      id: { text: 'Names the candidate.' },
      customerId: { text: "The customer's id." },
      customerName: { text: 'Its name at that time.' },
      customerDomain: { text: 'Its domain; null for one without.' },
      billingStatus: { text: 'Its billing status at that time.' },
      lastActivityAt: { text: 'When something last happened there. ISO 8601, UTC.' },
      candidateKey: { text: 'The same for the same customer in every run.' },
      fingerprint: { text: 'Changes with the reasons.' },
      status: { text: 'Whether the output is about it.' },
      outputId: { text: 'The output about it.' },
      disposition: { text: 'Null: agents decide nothing.' },
      surfaceReason: { text: 'The first reason, if the output is about it.' },
      reasons: { text: 'Why it was considered.' },
      metrics: { text: 'The metrics it was chosen by.' },
    },
  },
  AgentDetail: {
    text: 'An agent with its automations, destinations and runs.',
    fields: {
      id: { text: 'Names the agent: a uuid.' },
      agentKey: { text: 'Its name in programs.' },
      displayName: { text: 'Display name.' },
      status: { text: "A disabled one isn't run by schedules or automations; people may still start it." },
      templateVersion: { text: 'The version of its template; null for one of its own instructions.' },
      configHash: { text: 'Changes if and only if the configuration does: for `If-Match`.' },
      actionKeys: { text: 'What it may be allowed to do.' },
      schedule: {
        text: 'When it runs, and ran.',
        fields: {
          enabled: { text: 'Whether an enabled automation runs it on a schedule.' },
          nextRunAt: { text: 'When it next runs. ISO 8601, UTC.' },
          lastRunAt: { text: 'When it was last requested. ISO 8601, UTC.' },
          lastSuccessfulRunAt: {
            text: 'When a run last completed, with or without an output. ISO 8601, UTC.',
          },
          cadence: { text: 'How often an automation runs it on a schedule.' },
        },
      },
      createdAt: { text: 'ISO 8601, UTC.' },
      updatedAt: { text: 'ISO 8601, UTC.' },
      destinationSummary: {
        text: 'Where its output is sent: the destinations of its automations.',
        fields: {
          destinations: {
            text: 'Each once.',
            fields: {
              id: { text: 'Names the destination.' },
              provider: { text: 'What kind it is.' },
              channelId: { text: 'Of a chat channel.' },
              label: { text: 'Display name.' },
              isDefault: { text: 'Whether it is the default.' },
            },
          },
          label: { text: 'All of them, for people.' },
          count: { text: 'How many there are.' },
          missing: { text: 'Whether there is none.' },
        },
      },
      automationSummary: {
        text: 'The automations that run it, in numbers.',
        fields: {
          activeCount: { text: 'Enabled ones.' },
          totalCount: { text: "All that aren't archived." },
          nextRunAt: { text: 'When the next one runs on a schedule. ISO 8601, UTC.' },
          primaryDestinationLabel: { text: 'Where the first one delivers.' },
        },
      },
      automations: {
        text: 'The automations that run it.',
        fields: {
          id: { text: 'Names the automation.' },
          name: { text: 'Display name.' },
          enabled: { text: 'Whether it is enabled.' },
          conditionKind: { text: 'Its condition.' },
          conditionLabel: { text: 'Its condition, for people.' },
          audienceLabel: { text: 'Of which customers, for people.' },
          destinationLabel: { text: 'Where it delivers, for people.' },
          destinationCount: { text: 'To how many.' },
          lastRunStatus: { text: 'How its last run ended.' },
          lastRunAt: { text: 'When that was. ISO 8601, UTC.' },
          nextRunAt: { text: 'When it next runs on a schedule. ISO 8601, UTC.' },
        },
      },
      lastRun: { text: 'The newest one.', is: ['AgentRunSummary'] },
      recentRuns: { text: 'The newest ones, at most 10.', is: ['AgentRunSummary'] },
      settings: {
        text: 'Its settings.',
        fields: {
          configSchemaKey: { text: 'What form they have.' },
          configSchemaVersion: { text: 'From 1 on.' },
          custom: {
            text: 'Instructions and size of the output.',
            fields: {
              instructions: { text: 'Instructions for the language model.' },
              maxItemsToSurface: { text: 'Maximal number of customers in the output.' },
              outputMode: { text: 'The form of its output.' },
            },
          },
        },
      },
    },
  },
  AgentIdParams: {
    fields: { agentId: { text: 'Names the agent.', examples: ['6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8'] } },
  },
  AgentOutput: {
    text: 'What a run produced.',
    fields: {
      id: { text: 'Names the output.' },
      contractType: { text: 'What it is: `digest`.' },
      contractVersion: { text: 'Of that form.' },
      status: { text: 'Its status.' },
      deliveryStatus: { text: "Its delivery's status." },
      error: { text: 'The problem; null without one.' },
      processedAt: { text: 'When it was written. ISO 8601, UTC.' },
      deliveredAt: { text: 'When the last destination accepted it; null before. ISO 8601, UTC.' },
      createdAt: { text: 'When it was written. ISO 8601, UTC.' },
      notificationCount: { text: 'Number of messages made from it.' },
      referencedCandidateCount: { text: 'Number of customers in it.' },
      referencedCandidateIds: { text: 'The candidates in it.' },
      titles: { text: 'Its titles, plain text.' },
      markdownPreviews: { text: 'Its texts, Markdown in which names and texts of customers are escaped.' },
      deliverySummary: {
        text: 'How many deliveries there are by status; null without one.',
        is: ['JsonObject'],
      },
      actions: {
        text: 'What people can do with it: nothing yet.',
        fields: {
          id: { text: 'Names the action.' },
          label: { text: 'For people.' },
          status: { text: 'Its status.' },
          url: { text: 'Where it is done.' },
        },
      },
      claims: {
        text: 'What a language model claimed, with the words of a source or a fact; by rule nothing is claimed.',
        fields: {
          verified: { text: 'Claims whose quote was verified: included.' },
          dropped: { text: "Claims whose quote wasn't found: dropped." },
        },
      },
    },
  },
  AgentRunDetail: {
    text: 'One run of an agent, whole.',
    fields: {
      id: { text: 'Names the run.' },
      runId: { text: 'The public id of the run: the same.' },
      agentId: { text: 'Whose run it is.' },
      status: {
        text: '`PARTIAL`: a language model failed, or nothing of what it said could be verified: the digest is by rule.',
      },
      trigger: { text: 'What requested it; null when unknown.' },
      summary: {
        text: 'Its title, or why there is nothing to say; null before it ended, and for a key without `customer_intelligence:read`.',
      },
      errorSummary: { text: 'The problem, for people; null without one.' },
      stopReason: {
        text: "Why it ended: `by-rule`, `answered`, `no-customers`; the limit that ended it (`steps`, `calls`, `time`, `tokens`, `cost`, `repeated-call`; `daily-tokens`: what the organization's agents may spend on a day); or what failed (`endpoint`, `nonsense`, `unverified`, `crashed`, `agent-gone`, `agent-disabled`). Null before.",
      },
      sandboxStatus: { text: 'Runs have no sandbox here: null.' },
      startedAt: { text: 'When it started; null before. ISO 8601, UTC.' },
      endedAt: { text: 'When it ended; null before. ISO 8601, UTC.' },
      durationMs: { text: 'How long it took, in milliseconds; null before it ended.' },
      counts: {
        text: 'How many of each there are.',
        fields: {
          candidates: { text: 'Customers that it considered.' },
          tools: { text: 'Calls of tools.' },
          artifacts: { text: 'Files that it created.' },
          outputs: { text: 'Outputs: none or one.' },
        },
      },
      agentKey: { text: "The agent's name in programs." },
      executionStrategy: { text: '`by-rule` or `language-model`.' },
      model: { text: 'The language model; null by rule.' },
      thinkingLevel: { text: 'Null: none is requested.' },
      visibility: {
        text: "What a key without `customer_intelligence:read` isn't shown.",
        fields: {
          hiddenCustomerCount: { text: "Customers that aren't shown." },
          hiddenOutputCount: { text: "Outputs that aren't shown." },
          debugLedgerHidden: { text: 'Whether calls of tools are hidden.' },
        },
      },
      triggerEvidence: {
        text: "Why it was triggered; null for a person's or a schedule's run.",
        is: ['TriggerEvidence'],
      },
      candidates: { text: 'The customers that it considered.', is: ['AgentCandidate'] },
      outputs: { text: 'Its output.', is: ['AgentOutput'] },
      toolCalls: { text: 'The tools that it called, in order.', is: ['AgentToolCall'] },
      artifacts: { text: 'Files that it created.', is: ['AgentArtifact'] },
    },
  },
  AgentRunParams: {
    fields: {
      agentId: { text: 'Names the agent.', examples: ['6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8'] },
      runId: {
        text: "The run's id, or its public run id.",
        examples: ['9dc8b2d2-c13c-8b4b-8822-5a693b6e326d'],
      },
    },
  },
  AgentRunSummary: {
    text: 'One run of an agent, in short.',
    fields: {
      id: { text: 'Names the run.' },
      runId: { text: 'The public id of the run: the same.' },
      agentId: { text: 'Whose run it is.' },
      status: {
        text: '`PARTIAL`: a language model failed, or nothing of what it said could be verified: the digest is by rule.',
      },
      trigger: { text: 'What requested it; null when unknown.' },
      summary: {
        text: 'Its title, or why there is nothing to say; null before it ended, and for a key without `customer_intelligence:read`.',
      },
      errorSummary: { text: 'The problem, for people; null without one.' },
      stopReason: {
        text: "Why it ended: `by-rule`, `answered`, `no-customers`; the limit that ended it (`steps`, `calls`, `time`, `tokens`, `cost`, `repeated-call`; `daily-tokens`: what the organization's agents may spend on a day); or what failed (`endpoint`, `nonsense`, `unverified`, `crashed`, `agent-gone`, `agent-disabled`). Null before.",
      },
      sandboxStatus: { text: 'Runs have no sandbox here: null.' },
      startedAt: { text: 'When it started; null before. ISO 8601, UTC.' },
      endedAt: { text: 'When it ended; null before. ISO 8601, UTC.' },
      durationMs: { text: 'How long it took, in milliseconds; null before it ended.' },
      counts: {
        text: 'How many of each there are.',
        fields: {
          candidates: { text: 'Customers that it considered.' },
          tools: { text: 'Calls of tools.' },
          artifacts: { text: 'Files that it created.' },
          outputs: { text: 'Outputs: none or one.' },
        },
      },
      outputs: {
        text: 'Its output.',
        fields: {
          id: { text: 'Names the output.' },
          status: { text: 'Its status.' },
          deliveryStatus: {
            text: "Its delivery's status; `NOT_REQUIRED` for a run that a person requested.",
          },
          deliveredAt: { text: 'When the last destination accepted it; null before. ISO 8601, UTC.' },
          createdAt: { text: 'When it was written. ISO 8601, UTC.' },
        },
      },
    },
  },
  AgentSummary: {
    text: 'An agent in lists.',
    fields: {
      id: { text: 'Names the agent: a uuid.' },
      agentKey: { text: 'Its name in programs.' },
      displayName: { text: 'Display name.' },
      status: { text: "A disabled one isn't run by schedules or automations; people may still start it." },
      templateVersion: { text: 'The version of its template; null for one of its own instructions.' },
      configHash: { text: 'Changes if and only if the configuration does: for `If-Match`.' },
      actionKeys: { text: 'What it may be allowed to do.' },
      schedule: {
        text: 'When it runs, and ran.',
        fields: {
          enabled: { text: 'Whether an enabled automation runs it on a schedule.' },
          nextRunAt: { text: 'When it next runs. ISO 8601, UTC.' },
          lastRunAt: { text: 'When it was last requested. ISO 8601, UTC.' },
          lastSuccessfulRunAt: {
            text: 'When a run last completed, with or without an output. ISO 8601, UTC.',
          },
        },
      },
      createdAt: { text: 'ISO 8601, UTC.' },
      updatedAt: { text: 'ISO 8601, UTC.' },
    },
  },
  AgentTemplate: {
    text: 'An agent that can be made from a template.',
    fields: {
      key: { text: 'For `templateKey`.' },
      version: { text: 'A date.' },
      name: { text: 'Display name.' },
      description: { text: 'What it does.' },
      creates: { text: 'What it creates.' },
      defaultMode: { text: 'It is created disabled.' },
      supportedModes: { text: 'All modes there are.' },
    },
  },
  AgentToolCall: {
    text: 'A tool that a run called.',
    fields: {
      id: { text: 'Names the call.' },
      toolName: { text: 'Such as `svc_list_facts`.' },
      status: { text: 'How it ended.' },
      error: { text: "Why it failed; null when it didn't." },
      startedAt: { text: 'When it began. ISO 8601, UTC.' },
      endedAt: { text: 'When it ended. ISO 8601, UTC.' },
      latencyMs: { text: 'How long it took, in milliseconds.' },
      inputSummary: { text: 'Its input, truncated.' },
      outputSummary: { text: "The length of its result, which itself isn't stored." },
    },
  },
  AllViewsDescription: {
    text: 'All views.',
    fields: {
      views: { text: 'Each with its columns and examples.', is: ['ViewDescription'] },
      tables: {
        text: 'Their names, for readers that know views as tables.',
        fields: { name: { text: 'The name of the view.' } },
      },
    },
  },
  AnalyticsView: { text: 'A view that `svc_query` may read.' },
  ApiKey: {
    text: 'An API key, without the key itself: of that only a hash is kept.',
    fields: {
      id: { text: 'Its id, which is no secret.' },
      name: { text: 'What people call it.' },
      prefix: { text: 'Its first characters, to tell it from others.' },
      grants: { text: 'What it may do.' },
      keyType: { text: 'What it was issued for.' },
      state: { text: 'Whether it works.' },
      issuedBy: {
        text: 'The id of the key by which somebody gave it to a program, in a sign-in; null otherwise.',
      },
      createdAt: { text: 'When it was made. ISO 8601, UTC.' },
      expiresAt: { text: 'When it ends; null: not by itself. ISO 8601, UTC.' },
      lastUsedAt: { text: 'When it was last used. ISO 8601, UTC.' },
      totalRequests: { text: 'How often it was used.' },
    },
  },
  ApiKeyValidation: {
    text: 'What a valid key is and may do.',
    fields: {
      valid: { text: 'True: else the answer is a 401.' },
      organizationId: { text: 'Whose key it is.' },
      createdById: { text: "Who made it; null when that isn't known." },
      authorization: {
        text: 'What it may do.',
        fields: { grants: { text: 'Such as `customer_intelligence:read`.' } },
      },
      organization: {
        text: 'The organization.',
        fields: {
          id: { text: 'Its id.' },
          name: { text: 'Its name, for people.' },
          slug: { text: 'Its name in lower case, digits and hyphens.' },
        },
      },
      createdBy: {
        text: 'Who made the key.',
        fields: {
          id: { text: 'Their id.' },
          email: { text: 'Their e-mail address.' },
          name: { text: 'Their name.' },
        },
      },
      apiKey: {
        text: "The key's own entry.",
        fields: {
          id: { text: "The key's id, which is no secret." },
          name: { text: 'Its name.' },
          prefix: { text: 'Its first characters, to tell it from others.' },
          grants: { text: 'What it may do.' },
          createdAt: { text: 'When it was made. ISO 8601, UTC.' },
          lastUsedAt: { text: 'When it was last used. ISO 8601, UTC.' },
          totalRequests: { text: 'How often it was used.' },
          keyType: { text: 'What kind of key it is.' },
        },
      },
    },
  },
  Archived: {
    text: 'What an archive command answers of the archived thing.',
    fields: { id: { text: 'Its id.' }, archivedAt: { text: 'When.' } },
  },
  AudienceFilter: {
    text: 'The customers of an automation. Empty: all.',
    fields: {
      customer: {
        text: 'All given parts must match.',
        fields: {
          billingStatuses: { text: 'One of these.' },
          customerIds: { text: "One of these, by id, former id, or the caller's own id. At most 1,000." },
          ownerUserIds: { text: 'Owned by one of these, by id, e-mail address or name. At most 1,000.' },
          revenue: {
            text: "The customer's revenue. Customers without revenue, or with several currencies, don't match.",
            fields: {
              metric: { text: "A year's, or a month's." },
              operator: { text: 'How it compares with `value`.' },
              value: { text: 'In whole units of the currency; 0 to 1,000,000,000.' },
              currency: { text: 'Default: whatever the customer pays in.' },
            },
          },
        },
      },
    },
  },
  AuditList: {
    fields: {
      items: { text: 'Newest first.', is: ['AuditedChange'] },
      pagination: { text: 'The position in the list.', is: ['Pagination'] },
    },
  },
  AuditedChange: {
    text: 'A change of something that is configured.',
    fields: {
      id: { text: 'As `auditId` in the answer of the change.' },
      at: { text: 'When. ISO 8601, UTC.' },
      commandId: { text: 'Which command it was.' },
      correlationId: { text: 'Names the request, for support.' },
      actor: {
        text: 'Who made it.',
        fields: {
          id: { text: 'The id of the API key, or `user:` and the id of the person.' },
          name: { text: 'Their name; null: they are gone.' },
          kind: { text: 'Whether a person who signed in, or a key.' },
        },
      },
      resource: {
        text: 'What was changed.',
        fields: { type: { text: 'What kind of thing it is.' }, id: { text: 'Its id.' } },
      },
      before: { text: 'How it was; secrets are masked.', is: ['JsonObject'] },
      after: { text: 'How it is since.', is: ['JsonObject'] },
    },
  },
  Automation: {
    text: 'Runs an agent when a signal occurs or on a schedule, and sends its output to destinations.',
    fields: {
      id: { text: 'Uuid.' },
      key: { text: 'Names it in texts: `automation:` and its id.' },
      name: { text: 'For people.' },
      schemaVersion: { text: 'Of what it is made of.' },
      configHash: { text: 'Changes if and only if its configuration does. For `If-Match`.' },
      description: { text: 'For people; null: none.' },
      enabled: { text: 'Whether it is enabled.' },
      triggerJson: {
        text: 'When it acts: `{signalIds, matchMode, triggerWindow, triggerThresholdCount}`, or `{schedule}`.',
      },
      audienceFilterJson: { text: 'Its customers; null: all.' },
      processorPolicyJson: { text: "How its agent is run: as a body's `processorPolicy`." },
      deliveryPolicyJson: { text: "What counts as delivered: as a body's `deliveryPolicy`." },
      archivedAt: { text: 'Null: it is in use.' },
      lastRunAt: { text: 'When it last ran; null: never.' },
      nextRunAt: { text: 'Of a schedule: its next slot.' },
      createdAt: { text: 'When it was created.' },
      updatedAt: { text: 'When its configuration changed last.' },
      signals: { text: 'Its signals.', is: ['Signal'] },
      destinations: { text: 'Its destinations; none: the default one is used.', is: ['Destination'] },
      activeSignalCount: { text: "Number of its signals that aren't archived." },
      activeDestinationCount: { text: 'Number of its enabled destinations.' },
      agentId: { text: 'The agent that writes its messages.' },
      managedBy: { text: 'Who may change it: `UI` people and callers, `CODE` none of them.' },
      triggerType: { text: 'What triggers it: signals, or a schedule.' },
      matchMode: {
        text: 'How many of its signals must occur: any one, all, or at least `triggerThresholdCount` different ones.',
      },
      lastRunStatus: { text: 'The status of its last run; null: it never ran.' },
    },
  },
  AutomationConstraints: {
    text: 'Rules between the fields of a body: true where they hold.',
    fields: {
      requiresAgentId: { text: 'It names an agent.' },
      enabledAutomationRequiresDestination: {
        text: 'Enabled, it has a destination that is switched on, or there is a default one.',
      },
      signalTriggerRequiresSignalIdsOrCatalogSignalKeys: {
        text: 'Of `SIGNAL_OCCURRENCE`: it names a signal.',
      },
      scheduledAutomationRejectsSignals: { text: 'Of `SCHEDULE`: it names no signal.' },
      scheduledAutomationRejectsCatalogSignalKeys: {
        text: 'Of `SCHEDULE`: it names no signal of the catalog.',
      },
      scheduledAutomationRequiresCustomerOrBillingStatusAudience: {
        text: 'Of `SCHEDULE`: its audience names customers or billing statuses.',
      },
    },
  },
  AutomationIdParams: {
    fields: { automationId: { text: 'Uuid.', examples: ['6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8'] } },
  },
  AutomationOptions: {
    text: 'What can be chosen when an automation is made.',
    fields: {
      schemaFormat: { text: 'What the schemas below are written in.' },
      triggerTypes: { text: 'What can make it act.' },
      matchModes: { text: 'How several signals count.' },
      scheduleCadences: { text: 'How often a schedule runs.' },
      audienceFilterSchema: { is: ['JsonObject'] },
      processorPolicySchema: { is: ['JsonObject'] },
      deliveryPolicySchema: { is: ['JsonObject'] },
      constraints: {
        text: 'Rules between the fields of a body: true where they hold.',
        is: ['AutomationConstraints'],
      },
    },
  },
  AutomationPreview: {
    text: 'What an automation would have done over the last days. The newest come first.',
    fields: {
      occurrences: {
        text: 'Occurrences of its signals; at most 1,000 are returned.',
        is: ['PreviewOccurrence'],
      },
      runs: { text: 'At most 1,000 are returned.', is: ['PreviewRun'] },
      leftOut: {
        text: 'Occurrences that would have been skipped.',
        fields: {
          reason: {
            text: '`AUDIENCE`, `COOLDOWN`, or `INCOMPLETE`: customers at whom some of the signals were seen, and never enough of them within the window.',
          },
          count: { text: 'How many; of `INCOMPLETE`, customers.' },
        },
      },
      occurrenceCount: { text: 'All of them.' },
      runCount: { text: 'All of them.' },
      truncated: {
        text: 'There was more than is looked at, and the counts are lower bounds: of each signal the earliest 10,000 occurrences are, of more than ten signals 100,000 together, of a schedule 10,000 customers.',
      },
    },
  },
  AutomationPreviewBody: {
    text: "Asks what an automation would have done: one that is there, or one that isn't yet.",
    examples: [{ automationId: '6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8', days: 30 }],
    fields: {
      automation: {
        text: 'As a body that creates one. Give this or `automationId`.',
        is: ['CreateAutomationBody'],
      },
      automationId: { text: 'Uuid.' },
      days: { text: 'How many days back; 1 to 90.' },
    },
  },
  AutomationRun: {
    text: 'One run of an automation. Holds no payloads and no secrets.',
    fields: {
      id: { text: 'Uuid; follows from the automation and what the run is about.' },
      automationId: { text: 'The automation that ran.' },
      triggerType: { text: 'What made it run.' },
      status: { text: '`SKIPPED`: it acted on nothing; `skipReason` says why.' },
      dedupeKey: { text: 'The same for the same cause, whoever decides it.' },
      eventProcessedId: { text: 'The event that completed it, where it was one.' },
      eventName: { text: "That event's name." },
      eventChannel: { text: "That event's channel." },
      eventOccurredAt: { text: 'When the last of what it is about happened, or the slot of its schedule.' },
      matchedAt: { text: 'When it was decided.' },
      destinationCount: { text: 'Destinations that it tells.' },
      acceptedDestinationCount: { text: 'Destinations that took the message.' },
      failedDestinationCount: { text: "Destinations that didn't, or were switched off." },
      agentRunId: { text: "Of the agent's work for it; null: it did none." },
      skipReason: {
        text: 'A word in capitals, and what it means: `STALE`, `AUDIENCE`, `COOLDOWN`, `MISSED` …',
      },
      errorCode: { text: 'Why it failed; null: it did not.' },
      errorMessage: { text: 'The same for people, with the remedy.' },
      createdAt: { text: 'When it was created.' },
      updatedAt: { text: 'When it changed last.' },
      deliveries: { text: 'Its message on the way to each destination.', is: ['Delivery'] },
      occurrences: { text: 'What it acts on, or skips; the newest 50.', is: ['SignalOccurrence'] },
    },
  },
  AutomationRunParams: {
    fields: {
      automationId: { text: 'Uuid.', examples: ['6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8'] },
      runId: { text: 'Uuid.', examples: ['0b0c5a52-3a76-8e6b-8d0a-3a1c5b7e9f10'] },
    },
  },
  AutomationSchedule: {
    text: 'When a scheduled automation runs.',
    fields: {
      cadence: { text: '`hourly` is once in each real hour.' },
      localTime: {
        text: "By the clocks of the time zone; hourly by its minute. Default 09:00, hourly on the hour. A time that a day doesn't have moves forward by the gap, one that it has twice is the first.",
        fields: {
          hour: { text: '0 to 23.' },
          minute: { text: '0 to 59.' },
          second: { text: '0 to 59, default 0.' },
          millisecond: { text: '0 to 999, default 0.' },
        },
      },
      timezone: {
        text: "IANA name. Absent: the workspace's, `defaultTimezone` of its settings, whatever it is at the time.",
      },
      weekday: { text: 'Of `weekly`. Default `monday`.' },
    },
  },
  BehaviorMetrics: {
    text: 'How much happened with a customer.',
    fields: {
      activityCount: { text: 'How much happened, contact with us included.' },
      activeUsers: { text: 'How many people used the product or the website.' },
      lastEmailAt: { text: 'When the last e-mail was. ISO 8601, UTC.' },
      lastMeetingAt: { text: 'When the last meeting was; a booking is not yet one. ISO 8601, UTC.' },
    },
  },
  BillingStatus: { text: 'Where an account stands with its bill.' },
  BrowserConnection: {
    fields: {
      sessionId: { text: 'To ask with how it went.' },
      connectUrl: { text: 'For the user to open.' },
      alreadyConnected: { text: 'It is connected already.' },
    },
  },
  CalendarEvent: {
    text: 'Someone booked a meeting through an embedded scheduling widget.',
    fields: {
      type: { text: 'Which kind of event it is.' },
      provider: { text: 'The scheduling widget.' },
      eventType: { text: 'The kind of meeting, as the widget calls it.', examples: ['Demo, 30 minutes'] },
      startTime: { text: 'ISO 8601.' },
      endTime: { text: 'ISO 8601.' },
      duration: { text: 'Minutes.' },
      isRecurring: { text: 'Whether the meeting repeats.' },
      inviteeEmail: { text: 'Only from server-side webhooks.' },
      inviteeName: { text: 'Only from server-side webhooks.' },
      timestamp: {
        text: 'When it happened, Unix milliseconds. Default: when the server received it.',
        examples: [1782043200000],
      },
      url: {
        text: 'The whole URL of the page; `server://<identifier>` where there is no page. 1 to 8,192 characters.',
        examples: ['https://www.harborpine.example/pricing'],
      },
      path: { text: 'Path of the URL, without the query.', examples: ['/pricing'] },
      uuid: {
        text: 'Names the event for good: sent again with the same uuid, it is stored once. Any case.',
        examples: ['0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'],
      },
      referrer: { text: 'The URL of the page that linked here.' },
      utm: { text: 'Further keys in it are ignored.', is: ['Utm'] },
      customerId: { text: "The caller's own id of the account." },
      customerTraits: { text: 'Traits of the account: a flat map.', is: ['Traits'] },
    },
  },
  CallToolBody: {
    text: 'Body of `POST /api/tools/call`.',
    fields: {
      input: { text: "Checked against the tool's own input contract. Default `{}`.", is: ['JsonObject'] },
    },
  },
  CapabilitiesQuery: {
    text: 'Of which provider.',
    fields: { provider: { text: 'Provider id or alias. Default: every provider.', examples: ['billing-a'] } },
  },
  ChangePasswordBody: {
    text: 'Another password for oneself.',
    examples: [{ password: 'correct horse battery', newPassword: 'battery horse correct' }],
    fields: {
      password: { text: 'The password until now.' },
      newPassword: { text: '12 characters or more, and not the e-mail address.' },
    },
  },
  Channel: { text: 'Where an event came from, broadly.' },
  ChatDestinationInput: {
    text: 'A channel of the chat app, by its id or its label; with neither, the default one.',
    fields: {
      provider: { text: 'The connected chat app.' },
      channelId: { text: "The channel's id, up to 240 characters." },
      label: { text: 'Or its label, up to 120 characters.' },
    },
  },
  ChatOptions: {
    text: 'Channels of the chat app to choose from.',
    fields: {
      connected: { text: 'Whether a chat app is connected.' },
      channels: {
        text: 'The channels that fit.',
        fields: {
          id: { text: "The channel's id in the chat app." },
          name: { text: 'Its name.' },
          isPrivate: { text: 'Whether only invited people see it.' },
        },
      },
      hasMore: { text: 'Whether there are more channels than came.' },
      nextCursor: { text: 'Null when there are none.' },
    },
  },
  ChatOptionsQuery: {
    text: 'Narrows ChatOptions.',
    fields: {
      search: { text: "Part of a channel's name or id; 1 to 120 characters.", examples: ['customers'] },
      limit: { text: '1 to 100, default 50.' },
    },
  },
  CliAuthRequest: {
    text: "A login that waits for a person's approval in the browser.",
    fields: {
      requestId: { text: 'Names the login: for polling, and within `approveUrl`.' },
      pollToken: { text: 'Secret: only its holder may poll.' },
      userCode: { text: 'For the person to compare.' },
      approveUrl: { text: 'The page that a person approves on.' },
      expiresAt: { text: 'Until then it can be approved. ISO 8601, UTC.' },
      intervalSeconds: { text: 'How long to wait between polls.' },
    },
  },
  CliAuthStatus: {
    text: 'The status of a login. The key is returned once; after that the status is `consumed`.',
    fields: {
      status: {
        text: "`consumed`: the key was returned already. `expired`: it wasn't approved in time. `invalid`: there is no such login.",
      },
      userCode: { text: 'For the person to compare.' },
      expiresAt: { text: 'Until then it can be approved. ISO 8601, UTC.' },
      intervalSeconds: { text: 'How long to wait before the next poll.' },
      apiKey: { text: 'The key, returned only once.' },
      keyPrefix: { text: 'How it begins, for people to tell keys apart.' },
      error: { text: 'Why.' },
    },
  },
  CommandErrorBody: {
    text: 'Error body of the command routes, but for 401 and 500.',
    fields: {
      ok: { text: 'The command failed.' },
      commandId: { text: 'Which command it was.' },
      commandVersion: { text: 'The version of its contract.' },
      error: {
        text: 'What went wrong.',
        fields: {
          code: { text: 'Its code, stable.' },
          message: { text: 'What is wrong and the remedy, for people.' },
          correlationId: { text: 'Names the request, for support.' },
          retryable: { text: 'Whether the same request may succeed later.' },
          details: {
            text: 'Further facts; `issues` lists what is wrong, field by field; `stale` says what a `not_found` may be in.',
          },
        },
      },
    },
  },
  CommandLayout: {
    text: 'Where a tool or a route stands among the commands of `svc`, and what its fields are called there.',
    fields: {
      arguments: { text: 'Fields that are arguments, not flags.' },
      flags: { text: 'Flags that have another name than their field.' },
      files: { text: "Flags that take the name of a file in which a field's text stands, by their fields." },
      switches: { text: 'Flags without a value of their own, and what each states.' },
      values: { text: 'Fields whose values the command itself states.' },
      takesObject: { text: 'Takes all fields as one object, too: by `--data`, or by `--file`.' },
      aliases: { text: "Other words for a field's values." },
      implied: { text: 'What follows from a field that is stated, where nothing else is said.' },
      oneOf: { text: 'One of these fields has to be stated.' },
      yields: { text: "A field that isn't sent where one of these is stated." },
      answersOnly: { text: 'Values that stand in answers and that no filter takes, by their fields.' },
      single: { text: 'Its answer is one thing, whatever lists that holds.' },
      refusedAs: { text: 'The code of a refusal, where one field alone can be what is wrong.' },
    },
  },
  CommandResource: {
    text: 'What a command changed or read.',
    fields: { type: { text: 'What kind of thing it is.' }, id: { text: 'Its id.' } },
  },
  CommandSwitch: { text: 'What a flag without a value states.' },
  ConnectIntegrationBody: {
    text: "With `config`, connects at once; without, opens a session for the user's browser.",
    examples: [{ provider: 'billing-a', config: { apiKey: 'rk_test_example' } }],
    fields: {
      provider: { text: 'Provider id or alias.' },
      config: { text: "The credentials that the provider's `requiredFields` name." },
      force: { text: 'Connect again although connected. Default false.' },
    },
  },
  ConnectionStatus: {
    fields: {
      status: { text: '`pending` while the person is in the browser, `expired` after ten minutes.' },
      provider: { text: 'The provider that is being connected.' },
      error: { text: 'Why it failed.' },
    },
  },
  ConnectionStatusQuery: {
    text: 'Which connecting in a browser is asked for.',
    examples: [{ sessionId: 'ses_7c1f' }],
    fields: {
      sessionId: {
        text: 'The `sessionId` that connecting answered.',
        examples: ['6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8'],
      },
    },
  },
  CreateAgentBody: {
    text: 'Creates an agent. It starts disabled, without a schedule or a destination.',
    examples: [
      {
        type: 'custom',
        displayName: 'Renewals',
        instructions: 'Who renews within 60 days, and what did they ask for?',
      },
    ],
    fields: {
      type: { text: 'With instructions of your own.' },
      templateKey: { text: 'Which one.' },
      mode: { text: 'The only mode: it starts disabled.' },
      displayName: { text: '1 to 120 characters.' },
      instructions: {
        text: 'Instructions for the language model; without effect when none is configured. 1 to 32,000 characters.',
      },
      maxItemsToSurface: { text: 'Maximal number of customers in the output. 1 to 50, default 10.' },
      actionKeys: { text: 'Keys as `GET /api/agent-actions` lists them. Default none.' },
    },
  },
  CreateApiKeyBody: {
    text: 'A key to make.',
    examples: [{ name: 'Dashboards', grants: ['analytics:read'] }],
    fields: {
      name: { text: 'What people call it.' },
      grants: { text: "What it may do. Nobody gives what they haven't." },
      keyType: { text: 'What it is for. Default `api`.' },
      expiresAt: { text: 'When it ends. Default: not by itself.' },
    },
  },
  CreateAutomationBody: {
    text: 'Body to create an automation.',
    examples: [
      {
        agentId: '6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8',
        name: 'Trial started',
        triggerType: 'SIGNAL_OCCURRENCE',
        signalIds: ['6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8'],
        processorPolicy: { cooldownHours: 24 },
        enabled: false,
      },
    ],
    fields: {
      agentId: { text: 'The agent that does the work.' },
      name: { text: '1 to 120 characters.' },
      triggerType: { text: 'What triggers it: signals, or a schedule.' },
      description: { text: 'At most 1,000 characters. Default null.' },
      signalIds: {
        text: 'At most 50. Needed for `SIGNAL_OCCURRENCE`, refused for `SCHEDULE`. Default none.',
      },
      matchMode: { text: 'Default `ANY`. `ALL` and `AT_LEAST` count different signals of one customer.' },
      triggerWindow: {
        text: 'Within what time `ALL` or `AT_LEAST` signals must occur, by the time of their events. Default 24 hours.',
        fields: { value: { text: '1 to 365.' }, unit: { text: 'Real hours, or days of 24 hours.' } },
      },
      triggerThresholdCount: { text: '2 to 5; needed for `AT_LEAST`.' },
      schedule: { text: 'Needed for `SCHEDULE`.', is: ['AutomationSchedule'] },
      audienceFilter: {
        text: 'For `SCHEDULE`, must name customers or billing statuses.',
        is: ['AudienceFilter'],
      },
      processorPolicy: { is: ['ProcessorPolicy'] },
      deliveryPolicy: { is: ['DeliveryPolicy'] },
      destinationIds: { text: 'At most 25. Default none: the default destination is used.' },
      enabled: { text: 'Default true. An enabled automation needs a destination.' },
    },
  },
  CreateChatDestination: {
    text: 'A channel of the connected chat app.',
    fields: {
      type: { text: 'Which kind of destination.' },
      channelId: { text: '1 to 191 characters.' },
      label: { text: '1 to 120 characters.' },
      enabled: { text: 'Default true.' },
      isDefault: { text: 'Makes it the default fallback, and enabled. Default false.' },
    },
  },
  CreateDestinationBody: {
    text: 'Creates a destination: a channel of the chat app, or a webhook.',
    examples: [
      {
        type: 'WEBHOOK_ENDPOINT',
        url: 'https://ops.example.com/hooks/intel',
        label: 'On call',
        isDefault: true,
      },
    ],
    is: ['CreateWebhookDestination', 'CreateChatDestination'],
  },
  CreateWebhookDestination: {
    text: 'An address of yours that messages are posted to, signed as Standard Webhooks describes.',
    fields: {
      type: { text: 'Which kind of destination.' },
      url: { text: '`https://…` or `http://…`, up to 2,000 characters, without a user name.' },
      secret: {
        text: '`whsec_` and 24 to 64 bytes in base64: what messages are signed with. Default: one is made, and answered this once.',
      },
      label: { text: '1 to 120 characters.' },
      enabled: { text: 'Default true.' },
      isDefault: { text: 'Makes it the default fallback, and enabled. Default false.' },
    },
  },
  CreatedDestination: {
    text: 'A destination that was created.',
    fields: {
      destination: { text: 'The destination.', is: ['Destination'] },
      secret: { text: 'For a webhook: the secret that signs its messages. Returned only once.' },
    },
  },
  CredentialField: {
    text: 'A credential that a person supplies.',
    fields: {
      key: { text: 'Its name in `config`.' },
      label: { text: 'For people.' },
      secret: { text: 'Whether to hide it while it is typed.' },
      help: { text: 'Where to find it at the service.' },
    },
  },
  CrmMapping: {
    text: "Maps a CRM's deal stages to ours.",
    fields: {
      pipelineId: { text: "The CRM's id of the pipeline." },
      pipelineName: { text: 'Its name there.' },
      mappings: { text: "The mapping of its stages. Other stages aren't mapped.", is: ['CrmStageMapping'] },
    },
  },
  CrmMappingConfig: { text: '`config` of the CRM mapping step.' },
  CrmPipeline: {
    text: "A CRM's pipeline.",
    fields: {
      id: { text: "The CRM's id of it." },
      name: { text: 'Its name there.' },
      stages: { text: 'In their order.', is: ['CrmStage'] },
    },
  },
  CrmStage: {
    text: "A stage of a CRM's pipeline.",
    fields: { id: { text: "The CRM's id of it." }, name: { text: 'Its name there.' } },
  },
  CrmStageMapping: {
    text: 'Stages of a CRM with the same meaning.',
    fields: {
      svcStage: { text: 'Our stage.' },
      crmStages: { text: 'The stages of the CRM.', is: ['CrmStage'] },
    },
  },
  CsvImport: {
    text: 'What a table came to.',
    fields: {
      dryRun: { text: 'True: nothing was stored.' },
      delimiter: { text: 'What separates the cells.' },
      columns: {
        text: 'Each column.',
        fields: {
          name: { text: 'Its name in the first row.' },
          field: { text: 'The field that it fills; null when it is skipped.' },
        },
      },
      fields: { text: 'What a column can fill; `traits.*` and `record.*` take any name.' },
      rows: { text: "Rows below the first that aren't empty." },
      processed: { text: 'Rows that were stored; of a dry run: that would be.' },
      refused: { text: 'Rows that were refused.' },
      errors: {
        text: 'The first 100 of them.',
        fields: {
          line: { text: 'The line that the row begins on, from 1.' },
          message: { text: 'What is wrong there, and the remedy.' },
        },
      },
      updates: {
        text: 'Of a dry run: how many of `processed` would add to somebody who is known; the others are about somebody new.',
      },
      known: {
        text: 'Of a dry run: the first 100 of them.',
        fields: {
          line: { text: 'The line that the row begins on, from 1.' },
          type: { text: 'What they are; `member` is one of your own people.' },
          id: { text: 'Their public id.' },
          name: { text: "What they are called; null: it isn't known." },
        },
      },
      records: { text: 'The first 10 rows as records.', is: ['JsonObject'] },
      problems: {
        text: "Of a dry run: what the file doesn't decide. Without a dry run it is a 400.",
        fields: {
          option: { text: 'The field of the body that decides it.' },
          message: { text: 'What is undecided.' },
        },
      },
    },
  },
  CustomEvent: {
    text: 'Something happened that the caller has a name for. From a server it names whom: e-mail, userId, fingerprint or customerId.',
    fields: {
      type: { text: 'Which kind of event it is.' },
      eventName: { text: "The caller's name for what happened.", examples: ['Project created'] },
      properties: { text: 'Further properties: a flat map.', is: ['Traits'] },
      email: { text: 'The e-mail address of who did it.' },
      userId: { text: "The caller's own id of who did it." },
      fingerprint: { text: 'The device that it happened on, where nobody is logged in.' },
      timestamp: {
        text: 'When it happened, Unix milliseconds. Default: when the server received it.',
        examples: [1782043200000],
      },
      url: {
        text: 'The whole URL of the page; `server://<identifier>` where there is no page. 1 to 8,192 characters.',
        examples: ['https://www.harborpine.example/pricing'],
      },
      path: { text: 'Path of the URL, without the query.', examples: ['/pricing'] },
      uuid: {
        text: 'Names the event for good: sent again with the same uuid, it is stored once. Any case.',
        examples: ['0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'],
      },
      referrer: { text: 'The URL of the page that linked here.' },
      utm: { text: 'Further keys in it are ignored.', is: ['Utm'] },
      customerId: { text: "The caller's own id of the account." },
      customerTraits: { text: 'Traits of the account: a flat map.', is: ['Traits'] },
    },
  },
  Customer: {
    text: 'A customer, as lists tell of it.',
    fields: {
      id: { text: "The customer's id." },
      name: { text: "What it is called; null while that isn't known." },
      domain: { text: 'Its main domain; null for one without.' },
      billingStatus: { text: 'Where it stands with its bill.' },
      activatedAt: { text: 'ISO 8601, UTC, as all times in answers.' },
      firstSeenAt: { text: 'When it was first seen. ISO 8601, UTC.' },
      lastProductActivityAt: {
        text: 'When somebody there last used the product or the website; null when never. ISO 8601, UTC.',
      },
      lastContactAt: {
        text: 'The last mail, call, meeting, ticket or chat with it; null when there was none. ISO 8601, UTC.',
      },
      lastActivityAt: { text: 'The later of the two; null without either. ISO 8601, UTC.' },
      contactCount: { text: 'How many people are known there.' },
      currentMrr: {
        text: "Cents a month, in `currency`; null when it isn't known, or when it is paid in several currencies.",
      },
      currency: { text: "ISO 4217, of `currentMrr`; null when it wasn't said, or when there are several." },
      mrrCalculationStatus: {
        text: 'Whether `currentMrr` could be worked out; `mixed_currency`: what each currency pays stands in the view `revenue`.',
      },
      owner: { text: 'Who of the workspace looks after it.', is: ['Owner'] },
      daysSinceActivity: { text: 'Whole days since `lastActivityAt`; null when never active.' },
    },
  },
  CustomerIdentity: {
    text: 'The account: holds for every event of the batch that names none itself.',
    fields: {
      customerId: { text: "The caller's own id of the account." },
      customerTraits: { text: 'Traits of the account: a flat map.', is: ['Traits'] },
    },
  },
  CustomerProfile: {
    text: 'A customer as its profile begins: money and people stand in sections.',
    fields: {
      id: { text: "The customer's id." },
      name: { text: "What it is called; null while that isn't known." },
      domain: { text: 'Its main domain; null for one without.' },
      billingStatus: { text: 'Where it stands with its bill.' },
      activatedAt: { text: 'ISO 8601, UTC, as all times in answers.' },
      firstSeenAt: { text: 'When it was first seen. ISO 8601, UTC.' },
      lastProductActivityAt: {
        text: 'When somebody there last used the product or the website; null when never. ISO 8601, UTC.',
      },
      lastContactAt: {
        text: 'The last mail, call, meeting, ticket or chat with it; null when there was none. ISO 8601, UTC.',
      },
      lastActivityAt: { text: 'The later of the two; null without either. ISO 8601, UTC.' },
      owner: { text: 'Who of the workspace looks after it.', is: ['Owner'] },
    },
  },
  CustomerRecordInput: {
    text: 'An account in your systems: `customerId` or `domain` is required. Its key: the first of these that is given.',
    fields: {
      kind: { text: 'Tells it from other records.' },
      customerId: { text: "The caller's own id of the account." },
      domain: { text: "A company's." },
      name: { text: 'Its name.' },
      ownerEmail: { text: 'The member who looks after it.' },
      createdAt: {
        text: 'When it became known where it comes from, such as its creation in the CRM. ISO 8601 with a zone. Default: when the record came.',
      },
      traits: { text: 'Further data.', is: ['Traits'] },
    },
  },
  CustomerReference: {
    text: 'The customer that an answer is about.',
    fields: {
      id: { text: "The customer's id." },
      name: { text: "What it is called; null while that isn't known." },
      domain: { text: 'Its main domain; null for one without.' },
    },
  },
  CustomerReferenceInput: {
    text: "The customer that a record is about: by the id that answers give (a former one too), by the caller's own id of the account, by its domain, or by the address of somebody who belongs to it.",
    fields: {
      id: { text: "The customer's id here." },
      customerId: { text: 'Your own id of the account.' },
      domain: { text: 'A domain of the company.' },
      email: { text: 'The e-mail address of somebody there.' },
    },
  },
  CustomerRevenue: {
    text: 'What a customer pays. Money in cents.',
    fields: {
      currentMrr: {
        text: "Cents a month, in `currency`; null when it isn't known, or when it is paid in several currencies.",
      },
      currency: { text: "ISO 4217, of `currentMrr`; null when it wasn't said, or when there are several." },
      mrrCalculationStatus: {
        text: 'Whether `currentMrr` could be worked out; `mixed_currency`: what each currency pays stands in the view `revenue`.',
      },
      lifetimeRevenue: {
        text: 'Cents paid in all, in the currency of `currentMrr`; what was paid in others is not in it.',
      },
      activeSubscriptions: { text: 'How many run.' },
    },
  },
  CustomerSection: { text: "A part of a customer's profile that is given on demand." },
  CustomerUser: {
    text: 'A person of a customer.',
    fields: {
      id: { text: "The person's id." },
      email: { text: 'Their e-mail address.' },
      name: { text: 'Their name.' },
      journeyStage: { text: 'How far they have come.' },
      lastProductActivityAt: {
        text: 'When they last used the product or the website; null when never. ISO 8601, UTC.',
      },
      lastContactAt: {
        text: 'The last mail, call, meeting, ticket or chat with them; null when there was none. ISO 8601, UTC.',
      },
      lastActivityAt: { text: 'The later of the two; null without either. ISO 8601, UTC.' },
    },
  },
  Dashboard: {
    text: 'Tiles of questions under a name.',
    fields: {
      id: { text: 'Uuid.' },
      name: { text: 'For people.' },
      description: { text: 'For people.' },
      visibility: { text: 'Who sees it.' },
      ownerId: { text: "Whose it is: an API key's id, or `user:` and a person's." },
      ownerName: { text: 'Their name, when they last saved it.' },
      configHash: { text: 'Another one when, and only when, it was changed; for `If-Match`.' },
      createdAt: { text: 'When it was made.' },
      updatedAt: { text: 'When it was last changed.' },
      tiles: { text: 'Its tiles, in order.', is: ['JsonObject'] },
      settings: { text: 'What holds for all of them.', is: ['JsonObject'] },
    },
  },
  DashboardBody: {
    text: 'Body to save a dashboard, and, whole again, to update it.',
    examples: [
      {
        name: 'Weekly',
        visibility: 'workspace',
        tiles: [{ question: '6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8', width: 6 }],
      },
    ],
    fields: {
      name: { text: '1 to 120 characters.' },
      description: { text: 'At most 1,000 characters. Default null.' },
      visibility: { text: '`workspace` needs the grant `behavior_metrics:manage`. Default `private`.' },
      tiles: {
        text: "Its tiles, in order: such as a question's id with where it stands.",
        is: ['JsonObject'],
      },
      settings: {
        text: 'What holds for all of them, as your page reads it. Default none.',
        is: ['JsonObject'],
      },
    },
  },
  DashboardFound: {
    text: 'A saved dashboard.',
    fields: { dashboard: { text: 'As it is now.', is: ['Dashboard'] } },
  },
  DashboardList: {
    text: 'Saved dashboards.',
    fields: { dashboards: { text: "Those of the workspace and one's own, by name.", is: ['Dashboard'] } },
  },
  DataOnDisconnect: { text: "What happens to a provider's data when it is disconnected." },
  DayWindow: {
    text: 'A span of days.',
    fields: { value: { text: '1 to 365.' }, unit: { text: 'Whole days.' } },
  },
  Delivery: {
    text: 'A message on its way to a destination.',
    fields: {
      id: { text: 'Uuid; the `webhook-id` of what is sent.' },
      sourceType: { text: 'What the message comes from.' },
      sourceId: { text: 'The id of that run or output.' },
      automationRunId: { text: 'The run of an automation that it belongs to; null: none.' },
      agentOutputId: { text: "The agent's output that it brings; null: none." },
      destinationId: { text: 'Where it goes.' },
      provider: { text: 'How it goes there: `CHAT` or `WEBHOOK`.' },
      providerEventId: { text: "The receiver's own id of it, where it gives one." },
      status: { text: 'Its status.' },
      queuedAt: { text: 'When it was created.' },
      enqueueAttemptCount: { text: 'How often it was sent.' },
      lastEnqueueAttemptAt: { text: 'When it was sent last; null: never.' },
      publishedAt: { text: 'When the receiver took it; null: not yet.' },
      errorCode: { text: 'Why it failed last; null: it did not.' },
      errorMessage: { text: 'The same for people, with the remedy.' },
      createdAt: { text: 'When it was created.' },
      updatedAt: { text: 'When it changed last.' },
    },
  },
  DeliveryAttempt: {
    text: 'One try to send a message to a destination.',
    fields: {
      at: { text: 'When it began. ISO 8601, UTC.' },
      durationMs: { text: 'How long it took, in milliseconds.' },
      status: { text: 'How the delivery stood after it: `ENQUEUED` is tried again.' },
      errorCode: { text: "Why it failed; null: it didn't." },
      errorMessage: { text: 'What the receiver answered, and the remedy; at most 500 characters.' },
    },
  },
  DeliveryList: {
    fields: {
      items: { text: 'Newest messages first.', is: ['ListedDelivery'] },
      pagination: { text: 'The position in the list.', is: ['Pagination'] },
      stale: {
        text: 'The answer lacks some of what was accepted before the request. Absent: it is current.',
        is: ['Staleness'],
      },
    },
  },
  DeliveryPolicy: {
    text: 'What counts as delivered.',
    fields: {
      requireAllDestinations: {
        text: 'Default false: a run is delivered once one destination has accepted it.',
      },
    },
  },
  Destination: {
    text: 'A destination of messages. Its secrets are never returned.',
    fields: {
      id: { text: 'Its id.' },
      key: { text: 'Such as `destination:support-channel`, unique among destinations.' },
      name: { text: 'Display name: its label.' },
      schemaVersion: { text: "Of the configuration's shape." },
      configHash: { text: 'Changes if and only if the configuration does.' },
      description: { text: 'Null: none was given.' },
      enabled: { text: 'Whether it is enabled.' },
      isDefault: { text: 'Whether it gets messages without a destination.' },
      maskedConfig: {
        text: '`{channelId, label}` of a channel, `{url}` of a webhook with its path hidden.',
        is: ['JsonObject'],
      },
      lastSyncedAt: { text: 'When it last accepted a message; null before.' },
      archivedAt: { text: 'Null while it is in use.' },
      providerErrorCode: { text: 'The problem with the last message; null when it was accepted.' },
      providerErrorMessage: { text: 'The same for people, with the remedy.' },
      createdAt: { text: 'When it was created.' },
      updatedAt: { text: 'When it last changed.' },
      provider: { text: 'The service that delivers its messages.' },
      kind: { text: 'Its kind.' },
      syncStatus: {
        text: "`PENDING_PROVIDER_SYNC` until a message was sent, `PROVIDER_ERROR` after one that wasn't accepted, `DISABLED_BY_PROVIDER` once it was given up.",
      },
    },
  },
  DestinationDelivery: {
    text: 'A recent delivery to a destination.',
    fields: {
      id: { text: 'Its id.' },
      sourceType: { text: 'What the message comes from: `notification` for one that was sent by the tool.' },
      sourceId: { text: 'The id of that.' },
      automationRunId: { text: 'The run that sent it; null for another source.' },
      agentOutputId: { text: "The agent's text that was sent; null for another source." },
      destinationId: { text: 'Where it goes.' },
      provider: { text: 'The service that delivers it.' },
      providerEventId: { text: "The receiver's id of it; null when unknown." },
      status: {
        text: '`ENQUEUED` while it is waiting, also for a retry; then `ACCEPTED_BY_PROVIDER`, `FAILED` after the last attempt, or `SKIPPED` when the destination was disabled.',
      },
      queuedAt: { text: 'When it was queued.' },
      publishedAt: { text: 'When it was accepted; null before.' },
      errorCode: { text: 'The problem of the last attempt.' },
      errorMessage: { text: 'The same for people.' },
      createdAt: { text: 'When it was created.' },
      updatedAt: { text: 'When it was last attempted.' },
    },
  },
  DestinationDetail: {
    text: 'One destination, with what uses it.',
    fields: {
      routes: {
        text: 'The automations that send there, as older clients ask for them.',
        is: ['DestinationRoute'],
      },
      automations: { text: 'The automations that send there.', is: ['DestinationRoute'] },
      recentDeliveries: { text: 'The last 50, the newest first.', is: ['DestinationDelivery'] },
      deliverySummary: {
        text: 'Deliveries by status.',
        fields: {
          recentCount: { text: 'How many of them `recentDeliveries` has.' },
          pendingCount: { text: 'Waiting, also for a retry.' },
          acceptedCount: { text: 'Taken.' },
          failedCount: { text: 'Given up after the last attempt.' },
          skippedCount: { text: 'Not sent, since the destination was disabled.' },
          lastDeliveryAt: { text: 'When the newest message was sent off; null before.' },
        },
      },
      id: { text: 'Its id.' },
      key: { text: 'Such as `destination:support-channel`, unique among destinations.' },
      name: { text: 'Display name: its label.' },
      schemaVersion: { text: "Of the configuration's shape." },
      configHash: { text: 'Changes if and only if the configuration does.' },
      description: { text: 'Null: none was given.' },
      enabled: { text: 'Whether it is enabled.' },
      isDefault: { text: 'Whether it gets messages without a destination.' },
      maskedConfig: {
        text: '`{channelId, label}` of a channel, `{url}` of a webhook with its path hidden.',
        is: ['JsonObject'],
      },
      lastSyncedAt: { text: 'When it last accepted a message; null before.' },
      archivedAt: { text: 'Null while it is in use.' },
      providerErrorCode: { text: 'The problem with the last message; null when it was accepted.' },
      providerErrorMessage: { text: 'The same for people, with the remedy.' },
      createdAt: { text: 'When it was created.' },
      updatedAt: { text: 'When it last changed.' },
      provider: { text: 'The service that delivers its messages.' },
      kind: { text: 'Its kind.' },
      syncStatus: {
        text: "`PENDING_PROVIDER_SYNC` until a message was sent, `PROVIDER_ERROR` after one that wasn't accepted, `DISABLED_BY_PROVIDER` once it was given up.",
      },
    },
  },
  DestinationOptions: {
    text: 'What can be chosen when a destination is made.',
    fields: {
      types: {
        text: 'The kinds of destinations that can be made now.',
        fields: {
          type: { text: 'Which kind.' },
          label: { text: 'Display name of that kind.' },
          schemaFormat: { text: 'How `createSchema` is written.' },
          createSchema: { text: 'What the body of a creation has to be.', is: ['JsonObject'] },
        },
      },
      chat: { text: 'The channels of the chat app.', is: ['ChatOptions'] },
    },
  },
  DestinationRoute: {
    text: 'An automation that sends to a destination.',
    fields: {
      id: { text: 'Its id.' },
      name: { text: 'Display name.' },
      enabled: { text: 'Whether it is enabled.' },
      triggerType: { text: 'What triggers it.' },
      agentId: { text: 'The agent that it runs; null: none.' },
      lastRunStatus: { text: 'How its last run ended; null before.' },
      lastRunAt: { text: 'When it last ran; null before.' },
      nextRunAt: { text: "When it runs next; null where that isn't known." },
      createdAt: { text: 'When it was created.' },
      updatedAt: { text: 'When it last changed.' },
    },
  },
  DirectConnection: {
    fields: {
      connected: { text: 'The provider accepted the credentials.' },
      connectionId: { text: 'Names the connection.' },
      alreadyConnected: { text: 'It was already connected.' },
      warnings: { text: 'Problems to fix although it is connected, such as unneeded rights. Absent: none.' },
    },
  },
  DisconnectIntegrationBody: {
    text: 'Ends a connection.',
    examples: [{ provider: 'billing-a' }],
    fields: {
      provider: { text: 'Provider id or alias.' },
      data: {
        text: "`keep`: what it brought stays. `remove`: all of it leaves the event log and every answer, in the background. Default: as the server's setting says, which is `keep` unless its operator changed it.",
      },
    },
  },
  Disconnected: {
    text: 'The provider is disconnected.',
    fields: { success: { text: 'Its credentials are deleted.' } },
  },
  EndSessionBody: {
    text: 'Which sessions end.',
    fields: {
      others: { text: 'True: all others of this person end, and this one stays. Default: this one ends.' },
    },
  },
  EndedSessions: { fields: { ended: { text: 'How many sessions ended.' } } },
  EngagementEvent: {
    text: 'How long someone was active on a page.',
    fields: {
      type: { text: 'Which kind of event it is.' },
      activeTimeMs: { text: 'Milliseconds, not negative.' },
      totalTimeMs: { text: 'Elapsed milliseconds, not negative.' },
      sessionId: { text: 'The browser session; a new one after 30 minutes without activity.' },
      timestamp: {
        text: 'When it happened, Unix milliseconds. Default: when the server received it.',
        examples: [1782043200000],
      },
      url: {
        text: 'The whole URL of the page; `server://<identifier>` where there is no page. 1 to 8,192 characters.',
        examples: ['https://www.harborpine.example/pricing'],
      },
      path: { text: 'Path of the URL, without the query.', examples: ['/pricing'] },
      uuid: {
        text: 'Names the event for good: sent again with the same uuid, it is stored once. Any case.',
        examples: ['0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'],
      },
      referrer: { text: 'The URL of the page that linked here.' },
      utm: { text: 'Further keys in it are ignored.', is: ['Utm'] },
      customerId: { text: "The caller's own id of the account." },
      customerTraits: { text: 'Traits of the account: a flat map.', is: ['Traits'] },
    },
  },
  Enrichment: {
    text: 'Company data from a provider, and how fresh it is.',
    fields: {
      status: { text: 'Whether there is something, and how old it is.' },
      provider: { text: 'Who said it.' },
      providerEntityId: { text: "The company's id there." },
      summary: { text: 'What was said.', is: ['EnrichmentSummary'] },
      match: { text: 'Why it is held to be this company.', is: ['JsonObject'] },
      lastSuccessfulRefreshAt: { text: 'When it was last brought. ISO 8601, UTC.' },
      lastAttemptAt: { text: 'When that was last tried. ISO 8601, UTC.' },
      expiresAt: { text: 'From when on it is stale. ISO 8601, UTC.' },
      error: {
        text: "Why the last attempt failed; null when it didn't.",
        fields: {
          class: { text: 'What kind of failure.' },
          message: { text: 'What went wrong, for people.' },
          retryable: { text: 'Whether another try may succeed.' },
        },
      },
    },
  },
  EnrichmentSummary: {
    text: 'What a data provider knows of a company.',
    fields: {
      name: { text: 'What the company is called.' },
      domain: { text: 'Its main domain.' },
      websiteUrl: { text: 'Its website.' },
      description: { text: 'What it does.' },
      logoUrl: { text: 'Where its logo is.' },
      socialProfileUrl: { text: 'Its page in a social network.' },
      yearFounded: { text: 'The year in which it began.' },
      companyType: { text: 'Such as `private`.' },
      employeeCountRange: { text: 'Such as `51-200`.' },
      headcount: { text: 'How many people work there.' },
      industry: { text: 'What it works in.' },
      categories: { text: 'Finer than the industry.' },
      markets: { text: 'Whom it sells to.' },
      headquarters: { text: 'Where it sits.' },
      fundingSummary: {
        text: 'Who gave it money.',
        fields: {
          totalInvestmentUsd: { text: 'In all, in US dollars.' },
          lastRoundType: { text: 'Such as `Series A`.' },
          lastRoundAmountUsd: { text: 'Of the last round, in US dollars.' },
          lastFundraiseDate: { text: 'When the last round was.' },
          investors: { text: 'Who took part.' },
        },
      },
      hiringSummary: {
        text: 'Whom it is looking for.',
        fields: {
          openingsCount: { text: 'Open positions.' },
          recentTitles: { text: 'Titles of recent openings.' },
        },
      },
      followerSummary: {
        text: 'Who follows it in social networks.',
        fields: { count: { text: 'How many.' }, growth: { text: 'By how much they grew, by period.' } },
      },
    },
  },
  ErasePersonBody: {
    text: 'Names a person.',
    examples: [{ person: 'edith.garland@alder-logistics.example' }],
    fields: {
      person: {
        text: 'An e-mail address, a userId of yours, or a user id of ours, also a former one.',
        examples: ['edith.garland@alder-logistics.example'],
      },
    },
  },
  Erasure: {
    text: "An erasure that was asked for. `FAILED`: it didn't get through yet, and is tried again.",
    fields: {
      id: { text: 'Names the erasure: for `getErasure`.' },
      status: { text: 'Its status.' },
      requestedAt: { text: 'When it was asked for. ISO 8601, UTC.' },
      receipt: { text: 'Once it is done.', is: ['ErasureReceipt'] },
    },
  },
  ErasureReceipt: {
    text: 'That a person was erased. Says nothing of who it was.',
    fields: {
      completedAt: { text: 'When it was done. ISO 8601, UTC.' },
      requestedBy: { text: "The API key's id, or `operator`." },
      events: { text: 'Events of theirs.' },
      sources: { text: 'Sources that were theirs alone.' },
      records: { text: 'Other records that went: users, facts, revenue, decisions.' },
      masked: { text: 'Events and records of others in which they were masked.' },
      segments: { text: 'Segments of the log that were rewritten.' },
      nodes: { text: 'Server processes whose read models were rebuilt.' },
      away: {
        text: 'Server processes that could not be reached: their read models are rebuilt before they answer again.',
      },
    },
  },
  ErrorBody: {
    text: 'The usual error body.',
    fields: {
      error: { text: 'What is wrong and the remedy, for people.' },
      details: { text: 'The same, field by field.', is: ['ErrorDetail'] },
      stale: {
        text: 'What is said not to be there may be in what the read models lack. Absent: they lack nothing.',
        is: ['Staleness'],
      },
    },
  },
  ErrorCode: { text: 'One of errorCodes.' },
  ErrorDetail: {
    text: 'What is wrong with one field.',
    fields: {
      path: { text: 'Where in the input.' },
      message: { text: 'What is wrong there, and the remedy.' },
      position: {
        text: 'Where in the text of the field, such as `sql` as it was sent. Absent: nowhere in particular, or not known.',
        is: ['TextPosition'],
      },
    },
  },
  ErrorStyle: {
    text: "Which form a route's error bodies have. Command routes answer 401 and 500 in the simple form.",
  },
  EventBase: {
    text: 'What every event carries.',
    fields: {
      timestamp: {
        text: 'When it happened, Unix milliseconds. Default: when the server received it.',
        examples: [1782043200000],
      },
      url: {
        text: 'The whole URL of the page; `server://<identifier>` where there is no page. 1 to 8,192 characters.',
        examples: ['https://www.harborpine.example/pricing'],
      },
      path: { text: 'Path of the URL, without the query.', examples: ['/pricing'] },
      uuid: {
        text: 'Names the event for good: sent again with the same uuid, it is stored once. Any case.',
        examples: ['0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'],
      },
      referrer: { text: 'The URL of the page that linked here.' },
      utm: { text: 'Further keys in it are ignored.', is: ['Utm'] },
      customerId: { text: "The caller's own id of the account." },
      customerTraits: { text: 'Traits of the account: a flat map.', is: ['Traits'] },
    },
  },
  EventExplanation: {
    text: 'What happened to one event, why, and whom it belongs to.',
    fields: {
      uuid: { text: 'Lower case.' },
      status: { text: 'Its status.' },
      reason: { text: 'Why, in a sentence for people.' },
      arrivals: {
        text: 'Each acceptance, oldest first, in the searched part of the log; at most 20.',
        fields: {
          receivedAt: { text: 'When the server accepted it. ISO 8601, UTC.' },
          source: { text: 'Who sent it.' },
          index: { text: 'Its index in its batch.' },
        },
      },
      searched: {
        text: 'What of the log was searched for arrivals.',
        fields: {
          bytes: { text: 'How much of the log was searched.' },
          whole: { text: 'Whether that is the whole log.' },
        },
      },
      rejections: {
        text: 'Each known rejection, oldest first.',
        fields: {
          at: { text: 'When it was rejected. ISO 8601, UTC.' },
          index: { text: 'Its index in its batch.' },
          reason: { text: 'Why.' },
          remedy: { text: 'What to do about it. Absent: the server is older.' },
          eventName: {
            text: "The event's name, or its type where it has none; null: it isn't known, or holds an `@`. Absent: the server is older.",
          },
        },
      },
      event: {
        text: "The event in the answers; null while it isn't there.",
        fields: {
          eventType: { text: 'Such as `CUSTOM_EVENT`.' },
          eventName: { text: 'What happened.' },
          occurredAt: { text: 'When it happened. ISO 8601, UTC.' },
          receivedAt: { text: 'When the server accepted it. ISO 8601, UTC.' },
          source: { text: 'Who sent it.' },
        },
      },
      contact: {
        text: 'Whom it belongs to now; null while nobody is identified.',
        fields: {
          userId: { text: "The person's id here." },
          email: { text: 'Their e-mail address.' },
          name: { text: 'Their name.' },
          via: { text: 'How it is linked to them: by a key of its own, or by its device.' },
          cause: { text: 'The event that first linked this key, or this device, to a person.' },
        },
      },
      customer: {
        text: 'Which customer it belongs to now; null while none is known.',
        fields: {
          customerId: { text: "The customer's id." },
          name: { text: 'Its name.' },
          domain: { text: 'Its main domain.' },
          via: {
            text: 'By its own customerId, by one stated for the contact, by the domain of their e-mail, or by the person alone.',
          },
        },
      },
      links: {
        text: "Keys that were linked with the contact's, by which event, and the status of each link.",
        fields: {
          left: { text: 'One key, such as `email:jane@acme.example`.' },
          right: { text: 'The other key.' },
          trusted: { text: 'Stated by a server or an integration.' },
          cause: { text: 'The uuid of the event that stated it first.' },
          firstAt: { text: 'When that was. ISO 8601, UTC.' },
          status: {
            text: 'Whether the two count as one person; `former`: the address was theirs until another had it.',
          },
        },
      },
      occurrences: {
        text: 'Occurrences of signals that it is, or that count it; at most 100.',
        fields: {
          id: { text: "The occurrence's id." },
          signalId: { text: 'Its signal.' },
          occurredAt: { text: 'Its time. ISO 8601, UTC.' },
          customerId: { text: 'The customer whose it is by now; null: of nobody in particular.' },
        },
      },
      crowdedKeys: {
        text: 'Keys of the event that reached a limit (too many for a person or device): they link it to nobody.',
        fields: {
          key: { text: 'Such as `visitor:…`.' },
          statedBy: { text: 'Whose statements reached the limit.' },
          limit: { text: "Which limit, such as `devicePeople`: the server's documentation lists them." },
        },
      },
      stale: {
        text: 'What the answers hold lacks some of what was accepted before the request. Absent: it is current.',
        is: ['Staleness'],
      },
    },
  },
  EventFilter: {
    text: 'Which events a detection counts.',
    fields: {
      eventNames: { text: '1 to 50.' },
      eventChannels: { text: 'Only those; none: any.' },
      propertyConditions: { text: 'At most 5; all of them hold.', is: ['PropertyCondition'] },
    },
  },
  EventMatchDefinition: {
    text: 'Definition of an `EVENT_MATCH` signal: one of the named events happens.',
    fields: {
      grain: {
        text: "Whom an occurrence is about: the whole organization, the event's customer, or the segment that the event names in its property `segmentId` or `segment`.",
      },
      subjectResolver: { text: 'As the grain says: `event_customer` for `customer`, else the grain itself.' },
      eventNames: {
        text: '1 to 50, compared letter by letter: the name of a custom event, else `pageview`, `form`, `identify`, `engagement`, `calendar`, or what a source is in a timeline, such as `email_received`.',
      },
      eventChannels: {
        text: 'Only those; none: any. What the service does itself (`SYSTEM`) is never seen.',
      },
      propertyConditions: { text: 'At most 5; all of them hold.', is: ['PropertyCondition'] },
      conditionMode: { text: 'How conditions belong together.' },
    },
  },
  EventPatternDefinition: {
    text: 'Definition of an `EVENT_PATTERN` signal.',
    fields: {
      schemaVersion: { text: 'Of this form.' },
      subjectType: { text: 'Whom an occurrence is about.' },
      catalogSource: {
        text: 'The entry of the catalogue that it was made from.',
        fields: {
          provider: { text: 'The catalogue.' },
          key: { text: "The entry's key." },
          version: { text: "The entry's version." },
        },
      },
      detection: { text: 'What is looked for.', is: ['SignalDetection'] },
    },
  },
  EventStatus: {
    text: "What became of an event. `accepted`: it is stored and in every answer. `duplicate`: the same, and it came again. `waiting`: it is stored, and not yet in the answers. `quarantined`: it is stored, and in no answer, since it can't be applied. `rejected`: it was refused. `unknown`: nothing is known of it.",
  },
  EventsImported: {
    text: '200: every event is durable. A duplicate uuid counts as processed and is stored once.',
    fields: {
      success: { text: 'True: every event is stored.' },
      processed: { text: 'Events that are stored.' },
    },
  },
  EventsPartlyImported: {
    text: '207: `processed` events are durable; the others were refused, for the reason given at their place.',
    fields: {
      success: { text: 'False: some were refused.' },
      processed: { text: 'Events that are stored.' },
      errors: {
        text: 'Each refused one.',
        fields: {
          batch: { text: 'The index of its batch in `batches`, from 0.' },
          index: { text: "Its index in the batch's `events`, from 0; -1: it is about the whole batch." },
          message: { text: 'What is wrong there, and the remedy.' },
        },
      },
    },
  },
  EvidenceSignal: {
    text: "A signal, as a run's evidence names it.",
    fields: {
      id: { text: 'Names the signal.' },
      key: { text: 'Its name in programs.' },
      name: { text: 'Display name.' },
      kind: { text: 'Such as `EVENT_MATCH`.' },
    },
  },
  ExplainEventParams: {
    text: 'Which event is asked for.',
    fields: {
      uuid: { text: "The event's uuid, in any case.", examples: ['0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'] },
    },
  },
  ExportPersonBody: {
    text: 'Names a person, and where to go on.',
    examples: [{ person: 'edith.garland@alder-logistics.example' }],
    fields: {
      person: {
        text: 'An e-mail address, a userId of yours, or a user id of ours, also a former one.',
        examples: ['edith.garland@alder-logistics.example'],
      },
      cursor: { text: '`nextCursor` of the page before.' },
    },
  },
  Fact: {
    text: 'Something known of a customer, with where it came from.',
    fields: {
      id: { text: 'Names the fact: for `svc_get_fact`.' },
      customer: {
        text: "Whom it is about; null while that customer isn't known.",
        is: ['CustomerReference'],
      },
      person: {
        text: 'The person whom it is about; null for a fact about a whole customer.',
        is: ['PersonReference'],
      },
      assertion: { text: 'What is held to be true, in a sentence.' },
      reasoning: { text: 'Why it is held to be true.' },
      factType: { text: 'A FactType, or an internal one that filters refuse.' },
      factCategory: { text: 'A FactCategory.' },
      status: { text: 'Where it stands; `CANDIDATE` is not confirmed yet.' },
      confidence: { text: '0 to 1.' },
      priority: { text: 'How much it matters, in the words of who stated it.' },
      severity: { text: 'How bad it is, in the words of who stated it.' },
      occurredAt: { text: 'When it happened. ISO 8601, UTC.' },
      detectedAt: { text: 'When it was first found. ISO 8601, UTC.' },
      validFrom: { text: 'From when on it holds. ISO 8601, UTC.' },
      validUntil: { text: 'Until when it held; null while it holds. ISO 8601, UTC.' },
      lastDetectedAt: { text: 'When it was last found again. ISO 8601, UTC.' },
      periodStart: { text: 'Of a measurement: begin of what was measured. ISO 8601, UTC.' },
      periodEnd: { text: 'Of a measurement: end of what was measured. ISO 8601, UTC.' },
      changePointDate: { text: 'When the metric began to change. ISO 8601, UTC.' },
      linkedSourceRef: {
        text: 'The source that it is linked to.',
        fields: {
          sourceType: { text: 'What kind of source it is.' },
          sourceId: { text: "The source's id within its type." },
          occurredAt: { text: 'When the source happened. ISO 8601, UTC.' },
          permalink: { text: 'Where the source can be opened.' },
        },
      },
      sourceMetadata: { text: 'The same as the fields of the source beside it.', is: ['FactSourceMetadata'] },
      evidenceCount: { text: 'How many pieces of evidence there are.' },
      occurrenceCount: { text: 'How often it was found.' },
      metricName: { text: 'What was measured.' },
      metricValue: { text: 'What came out, in `metricUnit`.' },
      metricPreviousValue: { text: 'What came out in the period before, in `metricUnit`.' },
      metricDelta: { text: 'The change from the period before, in `metricUnit`.' },
      metricUnit: { text: 'Such as `days` or `percent`.' },
      evidence: { text: 'Given when evidence was asked for.', is: ['FactEvidence'] },
      sourceType: { text: 'What kind of source it was found in.' },
      sourceId: { text: "The source's id within its type." },
      sourceOccurredAt: { text: 'When the source happened. ISO 8601, UTC.' },
      sourceQuote: { text: 'The words in the source that say it.' },
      permalink: { text: 'Where the source can be opened.' },
    },
  },
  FactEvidence: {
    text: 'One piece of evidence for a fact.',
    fields: {
      id: { text: 'Names the piece of evidence.' },
      sourceType: { text: 'What kind of source it is from.' },
      sourceId: { text: "The source's id within its type." },
      excerpt: { text: 'The words that say it.' },
      metadata: {
        text: 'What else is known of it: of a source by its type; of behaviour the person that was seen (`userId`, `email`, `name`) and the days.',
        is: ['JsonObject'],
      },
    },
  },
  FactEvidenceInput: {
    text: 'Evidence of a fact: a literal quote from a source. The source may be imported later.',
    fields: {
      sourceType: { text: 'What kind of source it is from; aliases are taken.', is: ['SourceTypeInput'] },
      sourceId: { text: "The source's id within its type." },
      quote: { text: 'The words that say it.' },
    },
  },
  FactRecordInput: {
    text: 'Something that is known of a customer. Its key: `factId`.',
    fields: {
      kind: { text: 'Tells it from other records.' },
      factId: { text: 'Your own id of the fact: the same one replaces it.' },
      assertion: { text: 'One sentence.' },
      customer: { text: 'Which customer it is about.', is: ['CustomerReferenceInput'] },
      factType: { text: 'Default `CUSTOM`.' },
      status: { text: 'Default `ACTIVE`.' },
      confidence: { text: '0 to 1.' },
      occurredAt: { text: 'ISO 8601 with a zone. Default: when its evidence occurred.' },
      evidence: { text: '1 to 50.', is: ['FactEvidenceInput'] },
    },
  },
  FactSearchResult: {
    text: 'A fact that matched.',
    fields: {
      kind: { text: 'Tells it from a source.' },
      fact: { text: 'The fact.', is: ['Fact'] },
      score: { text: 'How well it fits; higher is better. Compares results of one search only.' },
      weak: {
        text: "It has a single one of the query's several words, and not the telling one. Such results come behind all others, and only if `includeWeak` asks for them or there are no others.",
      },
      matchedWords: {
        text: "The query's words that it has, in any of their forms. Empty where only the meaning fits.",
      },
      matchCount: { text: 'How many passages fit.' },
      matches: { text: 'At most two.', is: ['SearchMatch'] },
    },
  },
  FactSourceMetadata: {
    text: 'Where a fact came from. The same fields stand flat in the fact itself.',
    fields: {
      sourceType: { text: 'What kind of source it was found in.' },
      sourceId: { text: "The source's id within its type." },
      sourceOccurredAt: { text: 'When the source happened. ISO 8601, UTC.' },
      sourceQuote: { text: 'The words in the source that say it.' },
      permalink: { text: 'Where the source can be opened.' },
    },
  },
  FollowEventsQuery: {
    fields: {
      after: { text: '`next` of the answer before. Absent: from now on.' },
      waitSeconds: { text: 'How long to wait for an event when there is none. Default 0.' },
      unread: {
        text: "True: at once, from the log. An event that the answers don't hold yet has `read: false`. Default false: waits until they do.",
      },
    },
  },
  FollowedEvents: {
    text: 'Events accepted since the previous answer.',
    fields: {
      events: { text: 'In the order in which they were accepted; often none.', is: ['AcceptedEvent'] },
      next: { text: 'Where to continue: send it as `after`.' },
    },
  },
  FormEvent: {
    text: 'Someone submitted a form. Sensitive fields are removed by the server and should not be sent.',
    fields: {
      type: { text: 'Which kind of event it is.' },
      formId: { text: "The form's id attribute, else its name." },
      formFields: { text: 'What was filled in, by field name.' },
      timestamp: {
        text: 'When it happened, Unix milliseconds. Default: when the server received it.',
        examples: [1782043200000],
      },
      url: {
        text: 'The whole URL of the page; `server://<identifier>` where there is no page. 1 to 8,192 characters.',
        examples: ['https://www.harborpine.example/pricing'],
      },
      path: { text: 'Path of the URL, without the query.', examples: ['/pricing'] },
      uuid: {
        text: 'Names the event for good: sent again with the same uuid, it is stored once. Any case.',
        examples: ['0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'],
      },
      referrer: { text: 'The URL of the page that linked here.' },
      utm: { text: 'Further keys in it are ignored.', is: ['Utm'] },
      customerId: { text: "The caller's own id of the account." },
      customerTraits: { text: 'Traits of the account: a flat map.', is: ['Traits'] },
    },
  },
  FormatIssuesOptions: {
    fields: {
      root: { text: 'What the value as a whole is called. Default `The body`.' },
      at: {
        text: 'Where the input stands within a larger one: begins every path. Default: it stands alone.',
      },
      max: { text: "Issues messages at most. Default 20: a hostile input can't make a large answer." },
    },
  },
  GapLiveEvent: {
    text: 'The reader is too slow, or was away for too long.',
    fields: {
      type: { text: 'Something was skipped.' },
      skipped: { text: "How many events and rejections were skipped; null: it wasn't counted." },
      after: {
        text: 'Where the skipped events begin: `GET /api/events` has them. Null: rejections alone were skipped.',
      },
    },
  },
  GatewayErrorBody: {
    text: 'Error body of the tool gateway: serves readers of both published forms.',
    fields: {
      error: { text: 'What is wrong and the remedy, for people.' },
      details: { text: 'The same, field by field.', is: ['ErrorDetail'] },
      code: { text: 'An ErrorCode.' },
      message: { text: 'The same as `error`.' },
      retryable: { text: 'Whether the same call may succeed later.' },
      requestId: { text: 'Names the request, for support.' },
      stale: {
        text: 'What is said not to be there may be in what the read models lack. Absent: they lack nothing.',
        is: ['Staleness'],
      },
      plan: { text: 'The plan whose limit is reached.' },
      feature: { text: 'What the limit is on.' },
      resetAt: { text: 'When there are calls again, Unix milliseconds.' },
      limitBytes: { text: 'What a body may have, in bytes.' },
      actualBytes: { text: 'What this one had, in bytes.' },
      validationIssues: {
        text: '`path` is written `traitFilters.plan`.',
        fields: {
          code: { text: 'The kind of fault.' },
          path: { text: 'Where in the input, such as `traitFilters.plan`.' },
          message: { text: 'What is wrong there.' },
        },
      },
    },
  },
  GetCustomerInput: {
    text: 'Input of `svc_get_customer`.',
    examples: [{ customer: 'alder-logistics.example', include: ['users', 'revenue'] }],
    fields: {
      customer: { text: 'Id, domain or name; 1 to 500 characters.' },
      include: { text: 'Sections to add. Default none.' },
      timeframe: { text: 'How far back `recentTimeline` and `behaviorMetrics` look. Default `30d`.' },
    },
  },
  GetCustomerOutput: {
    text: 'Output of `svc_get_customer`. A section is there when it was asked for.',
    fields: {
      customer: { text: 'The customer.', is: ['CustomerProfile'] },
      timeframe: { text: 'How far back `recentTimeline` and `behaviorMetrics` look.' },
      users: { text: 'The people there. With the section `users`.', is: ['CustomerUser'] },
      revenue: { text: 'Money in cents.', is: ['CustomerRevenue'] },
      recentTimeline: {
        text: 'What happened lately. With the section `recentTimeline`.',
        fields: {
          type: { text: 'Such as `PAGE_VIEW`.' },
          title: { text: 'What it is called, for people.' },
          contact: { text: 'Name or e-mail address of the person.' },
          occurredAt: { text: 'When it happened.' },
        },
      },
      behaviorMetrics: {
        text: 'Counts of what happened. With the section `behaviorMetrics`.',
        is: ['BehaviorMetrics'],
      },
      enrichment: {
        text: 'What a provider says of the company. With the section `enrichment`.',
        is: ['Enrichment'],
      },
    },
  },
  GetFactInput: {
    text: 'Input of `svc_get_fact`.',
    examples: [{ factId: 'fact-chat-23d0e4c9001c' }],
    fields: {
      factId: { text: "The fact's id." },
      include: { text: '`evidence` adds the evidence; other words are ignored.' },
    },
  },
  GetFactOutput: {
    text: 'Output of `svc_get_fact`: the fact itself.',
    fields: {
      id: { text: 'Names the fact: for `svc_get_fact`.' },
      customer: {
        text: "Whom it is about; null while that customer isn't known.",
        is: ['CustomerReference'],
      },
      person: {
        text: 'The person whom it is about; null for a fact about a whole customer.',
        is: ['PersonReference'],
      },
      assertion: { text: 'What is held to be true, in a sentence.' },
      reasoning: { text: 'Why it is held to be true.' },
      factType: { text: 'A FactType, or an internal one that filters refuse.' },
      factCategory: { text: 'A FactCategory.' },
      status: { text: 'Where it stands; `CANDIDATE` is not confirmed yet.' },
      confidence: { text: '0 to 1.' },
      priority: { text: 'How much it matters, in the words of who stated it.' },
      severity: { text: 'How bad it is, in the words of who stated it.' },
      occurredAt: { text: 'When it happened. ISO 8601, UTC.' },
      detectedAt: { text: 'When it was first found. ISO 8601, UTC.' },
      validFrom: { text: 'From when on it holds. ISO 8601, UTC.' },
      validUntil: { text: 'Until when it held; null while it holds. ISO 8601, UTC.' },
      lastDetectedAt: { text: 'When it was last found again. ISO 8601, UTC.' },
      periodStart: { text: 'Of a measurement: begin of what was measured. ISO 8601, UTC.' },
      periodEnd: { text: 'Of a measurement: end of what was measured. ISO 8601, UTC.' },
      changePointDate: { text: 'When the metric began to change. ISO 8601, UTC.' },
      linkedSourceRef: {
        text: 'The source that it is linked to.',
        fields: {
          sourceType: { text: 'What kind of source it is.' },
          sourceId: { text: "The source's id within its type." },
          occurredAt: { text: 'When the source happened. ISO 8601, UTC.' },
          permalink: { text: 'Where the source can be opened.' },
        },
      },
      sourceMetadata: { text: 'The same as the fields of the source beside it.', is: ['FactSourceMetadata'] },
      evidenceCount: { text: 'How many pieces of evidence there are.' },
      occurrenceCount: { text: 'How often it was found.' },
      metricName: { text: 'What was measured.' },
      metricValue: { text: 'What came out, in `metricUnit`.' },
      metricPreviousValue: { text: 'What came out in the period before, in `metricUnit`.' },
      metricDelta: { text: 'The change from the period before, in `metricUnit`.' },
      metricUnit: { text: 'Such as `days` or `percent`.' },
      evidence: { text: 'Given when evidence was asked for.', is: ['FactEvidence'] },
      sourceType: { text: 'What kind of source it was found in.' },
      sourceId: { text: "The source's id within its type." },
      sourceOccurredAt: { text: 'When the source happened. ISO 8601, UTC.' },
      sourceQuote: { text: 'The words in the source that say it.' },
      permalink: { text: 'Where the source can be opened.' },
    },
  },
  GetSourceInput: {
    text: 'Input of `svc_get_source`.',
    examples: [{ sourceType: 'CALL', sourceId: 'call-da95207f37aa' }],
    fields: {
      sourceType: { text: 'What kind of source it is; aliases are taken.', is: ['SourceTypeInput'] },
      sourceId: { text: 'Its id within its type.' },
      limit: {
        text: 'Replies a page of a chat thread, 1 to 100, default 50. No effect on other source types.',
      },
      cursor: { text: "Of a chat thread's replies." },
    },
  },
  GetSourceOutput: {
    text: 'Output of `svc_get_source`: the source itself.',
    fields: {
      sourceType: { text: 'What kind of source it is.' },
      sourceId: { text: 'Its id within its type.' },
      occurredAt: { text: 'When it happened. ISO 8601, UTC.' },
      title: { text: 'Its name.' },
      summary: { text: 'A summary.' },
      permalink: { text: 'Where it can be opened.' },
      provider: { text: 'Id of the integration it came from.' },
      customer: { text: 'Which customer it is about.', is: ['CustomerReference'] },
      participants: { text: 'Who took part.', is: ['SourceParticipant'] },
      record: {
        text: 'What only this source type has: transcript, thread, ticket, deal fields.',
        is: ['JsonObject'],
      },
    },
  },
  GetTimelineInput: {
    text: 'Input of `svc_get_timeline`.',
    examples: [{ customer: 'alder-logistics.example', timeframe: '7d' }],
    fields: {
      customer: {
        text: "A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address; 1 to 200 characters. Or give `user`.",
      },
      user: { text: 'One person: id, your own id or e-mail address.' },
      channels: { text: 'Empty or absent: all.' },
      eventTypes: { text: "Such as `PAGE_VIEW`; case doesn't count. Empty or absent: all." },
      timeframe: { text: 'Not together with dates. With neither, the last 30 days.' },
      startDate: { text: 'Inclusive. ISO 8601, UTC.' },
      endDate: { text: 'Inclusive. ISO 8601, UTC.' },
      limit: { text: '1 to 1,000, default 50.' },
      cursor: { text: '`pagination.nextCursor` of the page before.' },
    },
  },
  GetTimelineOutput: {
    text: 'Newest first.',
    fields: {
      events: { text: 'The entries of this page, newest first.', is: ['TimelineEvent'] },
      timeframe: {
        text: 'What was looked at: the window that was asked for or is the default, `30d`; null where dates were given.',
      },
      notes: { text: 'Of an empty list: which filters match nothing that there is.' },
      pagination: { text: 'Where the list stands.', is: ['Pagination'] },
    },
  },
  GetUserInput: {
    text: 'Input of `svc_get_user`.',
    examples: [{ user: 'edith.garland@alder-logistics.example' }],
    fields: { user: { text: 'Id, your own id or e-mail address.' } },
  },
  GetUserOutput: {
    text: 'Output of `svc_get_user`.',
    fields: {
      user: { text: 'The person.', is: ['UserProfile'] },
      keys: {
        text: 'The keys by which they are known, those of most events first; at most 200.',
        is: ['IdentityKey'],
      },
    },
  },
  Grain: { text: 'What an occurrence of a signal is about.' },
  Grant: { text: 'One of grants.' },
  IdParams: {
    text: 'Names one thing by an id of any form.',
    fields: { id: { text: '1 to 500 characters.', examples: ['6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8'] } },
  },
  IdentifyEvent: {
    text: 'Identifies a person: `email` or `userId` is required.',
    fields: {
      type: { text: 'Which kind of event it is.' },
      email: {
        text: 'The e-mail address of the person.',
        examples: ['edith.garland@alder-logistics.example'],
      },
      userId: { text: "The caller's own id of the person." },
      fingerprint: { text: 'The device that they use.' },
      traits: {
        text: 'What is known of the person: a flat map. `name`, `firstName` and `lastName` make their name.',
        is: ['Traits'],
      },
      timestamp: {
        text: 'When it happened, Unix milliseconds. Default: when the server received it.',
        examples: [1782043200000],
      },
      url: {
        text: 'The whole URL of the page; `server://<identifier>` where there is no page. 1 to 8,192 characters.',
        examples: ['https://www.harborpine.example/pricing'],
      },
      path: { text: 'Path of the URL, without the query.', examples: ['/pricing'] },
      uuid: {
        text: 'Names the event for good: sent again with the same uuid, it is stored once. Any case.',
        examples: ['0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'],
      },
      referrer: { text: 'The URL of the page that linked here.' },
      utm: { text: 'Further keys in it are ignored.', is: ['Utm'] },
      customerId: { text: "The caller's own id of the account." },
      customerTraits: { text: 'Traits of the account: a flat map.', is: ['Traits'] },
    },
  },
  IdentityDecision: {
    text: 'The decision as it was stored.',
    fields: {
      kind: { text: 'What the two are.' },
      left: { text: 'The one, in its own form (`email:jane@acme.example`).' },
      right: { text: 'The other one.' },
      isOne: { text: 'Whether they are one now.' },
    },
  },
  IdentityKey: {
    text: 'A key by which a person or a customer is known, with when it was stated.',
    fields: {
      kind: { text: 'What it is.' },
      value: { text: 'Its value.' },
      firstSeenAt: { text: 'When it was first stated. ISO 8601, UTC.' },
      lastSeenAt: { text: 'When it was last stated. ISO 8601, UTC.' },
      events: { text: 'Events that have it.' },
      eventId: { text: 'The event that stated it first, for `explainEvent`; null where a record did.' },
    },
  },
  IdentityLinks: {
    text: 'What was joined with a key, and why.',
    fields: {
      key: { text: 'The key in its own form.' },
      links: {
        text: 'Keys that were stated together, earliest first.',
        fields: {
          left: { text: 'One key, such as `email:jane@acme.example`.' },
          right: { text: 'The other key.' },
          trusted: { text: 'Stated by a server or an integration.' },
          cause: { text: 'The uuid of the event that stated it first, or the record.' },
          firstAt: { text: 'When that was. ISO 8601, UTC.' },
          status: {
            text: 'Whether the two count as one person; `former`: the address was theirs until another had it.',
          },
        },
      },
      crowdedKeys: {
        text: 'Keys of them that name too much and link nobody.',
        fields: {
          key: { text: 'Such as `visitor:…`.' },
          statedBy: { text: 'Whose statements reached the limit.' },
          limit: { text: 'Which limit, such as `devicePeople`.' },
        },
      },
      merges: {
        text: 'Of a customer: with which others it was made one.',
        fields: {
          duplicate: { text: 'The id that leads to the survivor.' },
          survivor: { text: 'The one that both are.' },
          cause: { text: 'Why, such as a merge suggestion.' },
          decidedAt: { text: 'When. ISO 8601, UTC.' },
        },
      },
      stale: {
        text: 'The answer lacks some of what was accepted before the request. Absent: it is current.',
        is: ['Staleness'],
      },
    },
  },
  IdentityLinksQuery: {
    text: 'Whose links are asked for.',
    examples: [{ key: 'jane@acme.example' }],
    fields: {
      key: {
        text: 'An e-mail address, a userId, a `visitor:…`, or the id of a customer here.',
        examples: ['jane@acme.example'],
      },
    },
  },
  ImportCsvBody: {
    text: 'A table as CSV, and what its rows are. `csv` or `base64` is required.',
    examples: [{ kind: 'customer', csv: 'Company,Domain\nAcme,acme.example\n', dryRun: true }],
    fields: {
      kind: { text: 'What its rows are: `user` is a person at a customer, `member` one of your own.' },
      csv: { text: 'The text. Its first row names the columns.' },
      base64: { text: "The file's bytes as base64: UTF-8, UTF-16 and Windows-1252 are recognised." },
      map: {
        text: 'Fields by column names, such as `{"ARR": "traits.arr"}`; null skips one. Others get the field that their name suggests.',
      },
      delimiter: { text: 'Default: the one that fits.' },
      dateFormat: { text: 'Whether 03/04/2026 begins with the day. Default: what each column shows.' },
      decimal: { text: 'What stands before the cents. Default: what each column shows.' },
      currency: { text: 'Of amounts that name none. ISO 4217.' },
      others: {
        text: 'Columns without a field: `skip` (default), or `keep` as traits, for opportunities in `record`.',
      },
      dryRun: { text: 'Validate every row, store nothing.' },
    },
  },
  ImportEventsBody: {
    text: 'Body of `POST /api/events`: batches as the Ingest API takes them, each with people of its own.',
    examples: [
      {
        batches: [
          {
            source: 'integration',
            userIdentity: { email: 'edith.garland@alder-logistics.example' },
            events: [
              {
                type: 'custom',
                eventName: 'Project created',
                uuid: '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68',
                timestamp: 1782043200000,
                url: 'server://history',
                path: '/',
              },
            ],
          },
        ],
      },
    ],
    fields: { batches: { text: '1 to 1,000, 8 MB in all.', is: ['IngestPayload'] } },
  },
  ImportRecordsBody: {
    text: 'Body of `POST /api/records`.',
    examples: [
      {
        records: [
          { kind: 'customer', customerId: 'acct_1137', name: 'Alder Logistics', traits: { plan: 'pro' } },
        ],
      },
    ],
    fields: {
      records: { text: '1 to 1,000.', is: ['RecordInput'] },
      dryRun: { text: 'Validate them, store nothing. Default false.' },
    },
  },
  IngestEnvelope: {
    fields: {
      visitorId: { text: 'Uuid. Required for source `client`.' },
      fingerprint: { text: 'The device, where it is known without a visitor id.' },
      source: { text: 'Default `client`.' },
      sessionId: { text: 'The browser session.' },
      sentAt: {
        text: "The sender's own clock when it sends the batch, Unix milliseconds: times of a wrong clock are corrected by it. A batch that is sent again says the new time.",
      },
      userIdentity: {
        fields: {
          email: { text: 'Their e-mail address.' },
          userId: { text: "The caller's own id of the person." },
          fingerprint: { text: 'The device that they use.' },
          traits: { text: 'Traits of the person: a flat map.' },
        },
      },
      customerIdentity: {
        fields: {
          customerId: { text: "The caller's own id of the account." },
          customerTraits: { text: 'Traits of the account: a flat map.' },
        },
      },
    },
  },
  IngestEvent: {
    text: 'One tracking event. Unknown keys are refused, each event for itself.',
    is: ['PageviewEvent', 'CustomEvent', 'FormEvent', 'IdentifyEvent', 'EngagementEvent', 'CalendarEvent'],
  },
  IngestEventType: { text: 'One of the six kinds of event.' },
  IngestFailure: {
    text: 'Any other status: nothing was stored. Serves readers of both forms, by index and by path.',
    fields: {
      success: { text: 'No event is stored.' },
      processed: { text: 'Always 0.' },
      message: { text: 'What is wrong, and the remedy.' },
      errors: {
        text: 'The same, field by field.',
        fields: {
          index: { text: 'Always -1: it is about the whole batch.' },
          path: { text: 'Where in the body.' },
          message: { text: 'What is wrong there.' },
        },
      },
    },
  },
  IngestPartial: {
    text: '207: `processed` events are durable; the others failed, for the reason given at their index.',
    examples: [{ success: false, processed: 1, errors: [{ index: 1, message: 'url is required' }] }],
    fields: {
      success: { text: 'Not every event is stored.' },
      processed: { text: 'Events that are stored.' },
      errors: {
        text: 'One for each event that was refused.',
        fields: {
          index: { text: 'Its place in `events`, from 0.' },
          message: { text: 'Which field is wrong, and the remedy.' },
        },
      },
      warnings: {
        text: 'Of events that are stored. Absent when nothing had to be corrected.',
        is: ['IngestWarning'],
      },
    },
  },
  IngestPayload: {
    text: 'Body of `POST /api/i/v1/{publicKey}/events`. Unknown keys at the top level are ignored.',
    examples: [
      {
        visitorId: '0b0c5a52-3a76-4e6b-8d0a-3a1c5b7e9f10',
        events: [
          {
            type: 'pageview',
            url: 'https://www.harborpine.example/pricing',
            path: '/pricing',
            title: 'Pricing',
          },
        ],
      },
    ],
    fields: {
      visitorId: { text: 'Uuid. Required for source `client`.' },
      fingerprint: { text: 'The device, where it is known without a visitor id.' },
      source: { text: 'Default `client`.' },
      sessionId: { text: 'The browser session.' },
      sentAt: {
        text: "The sender's own clock when it sends the batch, Unix milliseconds: times of a wrong clock are corrected by it. A batch that is sent again says the new time.",
      },
      userIdentity: { is: ['UserIdentity'] },
      customerIdentity: { is: ['CustomerIdentity'] },
      events: { text: '1 to 100.', is: ['IngestEvent'] },
    },
  },
  IngestSource: { text: 'Who sends: a browser (the default), a backend, or a connected service.' },
  IngestStats: {
    text: 'What came in, step by step.',
    fields: {
      from: { text: 'The start, inclusive, as it was asked for. ISO 8601, UTC.' },
      to: { text: 'The end, exclusive. ISO 8601, UTC.' },
      step: { text: 'How long a step is.' },
      timezone: { text: 'The time zone that days and hours begin in.' },
      since: {
        text: 'Since when there are counts: what was before is unknown, not 0; null: nothing was counted yet. ISO 8601, UTC.',
      },
      items: {
        text: 'Steps in which something came, oldest first.',
        fields: {
          at: { text: 'Its start. ISO 8601, UTC.' },
          accepted: { text: 'Accepted events, repetitions included.' },
          duplicate: {
            text: 'Of these, repetitions of an event that was stored already, by when they were recognised.',
          },
          rejected: { text: 'Rejected events, and requests that were rejected as a whole.' },
          reasons: {
            text: 'The rejected by kind; kinds without any are absent.',
            fields: { kind: { text: 'The kind.' }, count: { text: 'How many.' } },
          },
        },
      },
      lagSeconds: { text: "How old the oldest accepted event is that isn't in the answers yet; 0: all are." },
    },
  },
  IngestStatsQuery: {
    fields: {
      from: {
        text: 'The start, inclusive. Default a day before `to`. ISO 8601, UTC.',
        examples: ['2026-06-01T00:00:00Z'],
      },
      to: { text: 'The end, exclusive. Default now. ISO 8601, UTC.', examples: ['2026-07-01T00:00:00Z'] },
      step: { text: 'How long a step is. Default `hour`.' },
    },
  },
  IngestSuccess: {
    text: '200: every event is durable. A duplicate uuid counts as processed and is stored once.',
    examples: [{ success: true, processed: 1 }],
    fields: {
      success: { text: 'Every event is stored.' },
      processed: { text: 'Events that are stored.', examples: [1] },
      warnings: { text: 'Absent when nothing had to be corrected.', is: ['IngestWarning'] },
    },
  },
  IngestWarning: {
    text: 'What was corrected in an accepted event, or removed from it.',
    fields: {
      index: { text: "The event's place in `events`, from 0; -1: the fields around the events." },
      message: { text: 'Which fields, and what became of each.' },
    },
  },
  InputIssue: { text: 'Where an input is wrong, and what to do about it, in plain words.' },
  Integration: {
    text: 'A provider, and whether it is connected.',
    fields: {
      id: { text: 'The provider’s id.' },
      name: { text: 'For people.' },
      category: { text: 'What kind of service it is.' },
      status: { text: 'Whether there is a connection.' },
      connectionId: { text: 'Names the connection; null without one.' },
      lastDataReceivedAt: { text: 'When records were last received.' },
      syncStatus: {
        text: '`SUCCESS`: whole and current; `IDLE`: under way, or to begin; `ERROR`: see `errorMessage`. Null without a connection.',
      },
      errorMessage: { text: 'The last problem, and the remedy.' },
    },
  },
  IntegrationCapability: {
    text: 'How a provider is set up.',
    fields: {
      cliName: { text: 'Its name on the command line.' },
      providerId: { text: 'The provider’s id.' },
      displayName: { text: 'For people.' },
      service: {
        text: 'The service whose public API it speaks.',
        fields: { name: { text: 'As people know it.' }, website: { text: 'Where it is on the web.' } },
      },
      brings: { text: 'What it brings, as the end of a sentence.' },
      rights: {
        text: "The rights that it asks for, in the service's words. Empty: the service has none to choose.",
      },
      everyMinutes: { text: 'How often it is synced by itself.' },
      category: { text: 'What kind of service it is.' },
      authType: { text: 'How the server authenticates with the provider.' },
      setupMode: {
        text: '`direct_api_key`: by `config` of connect; `browser_auth`: by a page that the user opens.',
      },
      credentialType: { text: 'What the credential is.' },
      connectSupported: { text: 'Whether this server can connect it.' },
      requiredFields: { text: 'What `config` of connect must hold.', is: ['CredentialField'] },
      commands: { text: 'Commands of the command-line client that set it up.' },
      postConnectSteps: { is: ['PostConnectStep'] },
      notes: { text: 'What to know before connecting.' },
    },
  },
  IntegrationSyncStatus: {
    text: "The status of one provider's syncs. Not connected: `syncs` is empty.",
    fields: {
      provider: { text: 'The provider’s id.' },
      name: { text: 'For people.' },
      category: { text: 'What kind of service it is.' },
      status: { text: 'Whether there is a connection.' },
      syncs: {
        text: 'Each model.',
        fields: {
          model: { text: 'What is synced, such as `Opportunity`.' },
          status: {
            text: '`SUCCESS`: whole and current; `IDLE`: under way, or to begin; `ERROR`: see `errorMessage`.',
          },
          lastSyncedAt: { text: 'When it was last complete and current.' },
          errorMessage: { text: 'The problem, and the remedy.' },
          recordCount: { text: 'Records that it stored, without unchanged ones.' },
        },
      },
      warnings: { text: 'Problems to fix although the syncs work, such as unneeded rights. Absent: none.' },
    },
  },
  InvalidApiKey: {
    text: '401: the key is missing, unknown or disabled.',
    fields: { valid: { text: 'The key is not accepted.' }, error: { text: 'Why, for people.' } },
  },
  InviteWorkspaceUserBody: {
    text: 'Who is invited.',
    examples: [{ email: 'ada@acme.example', role: 'viewer' }],
    fields: {
      email: { text: 'Their e-mail address.' },
      name: { text: 'What they are called. They can say it themselves.' },
      role: {
        text: "What they are here. Nobody gives a role whose grants they haven't, and only an owner names owners.",
      },
    },
  },
  JoinIdentitiesBody: {
    text: 'Which two are to be one.',
    examples: [{ left: 'jane@acme.example', right: 'user:u-17', notes: 'She told us.' }],
    fields: {
      left: { text: 'A key of a person (`jane@acme.example`, `user:u-17`), or the id of a customer here.' },
      right: { text: 'The other one, of the same kind.' },
      notes: { text: 'Why; up to 10,000 characters.' },
    },
  },
  JourneyStage: { text: 'How far a person has come.' },
  JsonBounds: {
    fields: {
      maxBytes: { text: 'Size when serialized, in UTF-8.' },
      maxDepth: { text: 'Nesting. Default 64.' },
    },
  },
  JsonObject: { text: 'An object of JSON, not an array, not null.' },
  KeyType: { text: 'What a key was issued for.' },
  Known: {
    text: 'Somebody who is known.',
    fields: {
      type: { text: 'What they are; `member` is one of your own people.' },
      id: { text: 'Their public id.' },
      name: { text: "What they are called; null: it isn't known." },
    },
  },
  KnownRecord: {
    text: 'Whom a record is about, where they are known already.',
    fields: {
      index: { text: 'Its place in what was sent, from 0.' },
      type: { text: 'What they are; `member` is one of your own people.' },
      id: { text: 'Their public id.' },
      name: { text: "What they are called; null: it isn't known." },
    },
  },
  LagLiveEvent: {
    text: 'Every five seconds: how far the answers are behind.',
    fields: {
      type: { text: 'It says how far the answers are behind.' },
      seconds: { text: "The age of the oldest accepted event that isn't in the answers yet; 0: all are." },
    },
  },
  ListAccessQuery: {
    text: "A page of a workspace's people.",
    fields: {
      limit: { text: '1 to 200, default 50.' },
      cursor: { text: '`pagination.nextCursor` of the page before.' },
    },
  },
  ListAuditQuery: {
    text: 'Narrows the list of changes.',
    fields: {
      actor: {
        text: "Only by this key or person: the `id` of an entry's actor.",
        examples: ['user:6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8'],
      },
      resource: { text: 'Only of resources of this type, or with this id.', examples: ['automation'] },
      from: { text: 'Only since this time, inclusive. ISO 8601, UTC.', examples: ['2026-06-01T00:00:00Z'] },
      to: { text: 'Only before this time. ISO 8601, UTC.', examples: ['2026-07-01T00:00:00Z'] },
      limit: { text: 'How many to answer. Default 50.' },
      cursor: { text: 'Where the previous page ended.' },
    },
  },
  ListCustomersInput: {
    text: 'Input of `svc_list_customers`. All filters must match; none given lists everyone.',
    examples: [{ billingStatus: 'PAYING', noActivityInLast: '30d', limit: 20 }],
    fields: {
      activatedSince: { text: 'Activated at this time or later. ISO 8601 with `Z` or an offset.' },
      billingStatus: { text: "The account's billing status." },
      hasActivityInLast: {
        text: 'Product activity in that window: page views, events, forms, engagement, bookings. Contact with us does not count.',
      },
      noActivityInLast: {
        text: 'No product activity in that window, or none at all. Not together with `hasActivityInLast`.',
      },
      mrrAbove: {
        text: 'Cents a month, exclusive, whatever the currency: give `currency` beside it where there are several.',
      },
      mrrBelow: {
        text: 'Cents a month, exclusive, whatever the currency: give `currency` beside it where there are several.',
      },
      currency: {
        text: 'In this currency alone, ISO 4217, in any case. Customers that pay in several have none.',
      },
      mrrCalculationStatus: {
        text: 'Whether `currentMrr` could be worked out; `mixed_currency`: who pays in several.',
      },
      factTypes: {
        text: 'With an active fact of any of these types, such as `CHURN_RISK`. Empty or absent: all.',
      },
      traitFilters: { text: 'Traits that the customer must have.', is: ['TraitFilters'] },
      search: { text: 'Part of the name or the domain, in any case.' },
      ownerId: {
        text: 'The member who looks after it: their id, e-mail address or exact name, in any case.',
      },
      ownerEmail: { text: 'The e-mail address of the member who looks after it.' },
      hasOwner: { text: 'True: somebody looks after it; false: nobody does.' },
      limit: { text: '1 to 1,000, default 50.' },
      cursor: { text: '`pagination.nextCursor` of the page before.' },
      orderBy: { text: 'Default `last_activity_at`.' },
      orderDirection: { text: 'Default `desc`. Customers without the value come last either way.' },
    },
  },
  ListCustomersOutput: {
    fields: {
      items: { text: 'The customers of this page.', is: ['Customer'] },
      notes: { text: 'Of an empty list: which filters match nothing that there is.' },
      pagination: { text: 'Where the list stands.', is: ['Pagination'] },
    },
  },
  ListDeliveriesQuery: {
    text: 'Narrows the list of deliveries.',
    fields: {
      destination: { text: 'Only to this destination.', examples: ['6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8'] },
      automation: {
        text: 'Only of runs of this automation.',
        examples: ['6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8'],
      },
      status: { text: 'Only with this status.' },
      customer: { text: 'Only of runs about this customer, by its id.', examples: ['c0VzD3kQw9aB'] },
      from: {
        text: 'Only of messages since this time, inclusive. ISO 8601, UTC.',
        examples: ['2026-06-01T00:00:00Z'],
      },
      to: { text: 'Only of messages before this time. ISO 8601, UTC.', examples: ['2026-07-01T00:00:00Z'] },
      limit: { text: 'How many to answer. Default 50.' },
      cursor: { text: 'Where the previous page ended.' },
    },
  },
  ListFactsInput: {
    text: 'Input of `svc_list_facts`. An empty list filters nothing.',
    examples: [{ customer: 'alder-logistics.example', status: ['ACTIVE'] }],
    fields: {
      customer: {
        text: "A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address. Absent: of all customers.",
      },
      status: { text: 'Any of these. Empty or absent: all.' },
      sourceTypes: { text: 'From any of these. Empty or absent: all.', is: ['SourceTypeInput'] },
      factTypes: { text: 'Any of these. Empty or absent: all.' },
      factCategories: { text: 'Any of these. Empty or absent: all.' },
      after: { text: 'Occurred at this time or later. ISO 8601, UTC.' },
      before: { text: 'Occurred at this time or earlier. ISO 8601, UTC.' },
      limit: { text: '1 to 100, default 50.' },
      cursor: { text: '`pagination.nextCursor` of the page before.' },
    },
  },
  ListFactsOutput: {
    fields: {
      customer: {
        text: 'The customer that was asked for; null for all of them: each fact names its own.',
        is: ['CustomerReference'],
      },
      facts: { text: 'The facts of this page.', is: ['Fact'] },
      notes: { text: 'Of an empty list: which filters match nothing that there is.' },
      pagination: { text: 'Where the list stands.', is: ['Pagination'] },
    },
  },
  ListIntegrationsQuery: {
    text: 'Which integrations are listed.',
    fields: { connectedOnly: { text: 'Only those that are connected. Default false.' } },
  },
  ListMergeSuggestionsQuery: {
    text: 'Narrows the list.',
    fields: {
      status: { text: 'Only those with this status.' },
      confidence: { text: 'Only those with this confidence.' },
      limit: { text: '1 to 100, default 50.' },
      cursor: {
        text: 'Where the previous page ended. What is decided in between is neither shown twice nor skipped.',
      },
    },
  },
  ListRejectionsQuery: {
    fields: {
      kind: { text: 'Only of this kind.' },
      eventName: { text: 'Only of this event name.', examples: ['Checkout started'] },
      publicKey: { text: 'Only sent with this public key.', examples: ['pk_Ht3xQ9bW2mLr7Kd5'] },
      origin: { text: 'Only from this web origin.', examples: ['https://www.example.com'] },
      from: { text: 'Only since this time, inclusive. ISO 8601, UTC.', examples: ['2026-06-01T00:00:00Z'] },
      to: { text: 'Only before this time. ISO 8601, UTC.', examples: ['2026-07-01T00:00:00Z'] },
      limit: { text: 'How many to answer. Default 50.' },
      cursor: { text: 'Where the previous page ended.' },
    },
  },
  ListSkippedQuery: {
    text: 'Narrows the list of what an automation skipped.',
    fields: {
      customer: { text: 'Only what is about this customer, by its id.', examples: ['c0VzD3kQw9aB'] },
      limit: { text: 'How many to answer. Default 50.' },
      cursor: { text: 'Where the previous page ended.' },
    },
  },
  ListSourcesInput: {
    text: 'Input of `svc_list_sources`. All filters must match.',
    examples: [{ customer: 'alder-logistics.example', sourceType: 'CALL' }],
    fields: {
      sourceType: { text: 'What kind of source; aliases are taken.' },
      customer: {
        text: "A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address; 1 to 200 characters.",
      },
      after: { text: 'Occurred at this time or later. ISO 8601, UTC.' },
      before: { text: 'Occurred at this time or earlier. ISO 8601, UTC.' },
      participant: {
        text: 'Somebody who took part: e-mail address, part of the name, or their id in `svc_list_users` (or your own id of them).',
      },
      provider: { text: 'Provider id, such as `mail-a`.' },
      hasTranscript: { text: 'Calls only: refused together with another source type.' },
      limit: { text: '1 to 100, default 50.' },
      cursor: { text: '`pagination.nextCursor` of the page before.' },
    },
  },
  ListSourcesOutput: {
    text: 'Newest first.',
    fields: {
      items: { text: 'The sources of this page, newest first.', is: ['Source'] },
      notes: { text: 'Of an empty list: which filters match nothing that there is.' },
      pagination: { text: 'Where the list stands.', is: ['Pagination'] },
    },
  },
  ListSyncsQuery: {
    text: 'Which syncs are listed.',
    fields: {
      provider: { text: 'Provider id or alias. Default: every provider.', examples: ['billing-a'] },
      limit: { text: 'How many to answer. Default 50.' },
      cursor: { text: 'Where the previous page ended.' },
    },
  },
  ListUsersInput: {
    text: 'Input of `svc_list_users`. All filters must match; none given lists everyone.',
    examples: [{ journeyStage: 'ENGAGED', hasActivityInLast: '14d' }],
    fields: {
      journeyStage: { text: 'How far the person has come.' },
      customerId: {
        text: "A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address.",
      },
      traitFilters: { text: 'Traits that the person must have.', is: ['TraitFilters'] },
      hasActivityInLast: {
        text: 'Product activity in that window (contact with us does not count). A number of days, hours or minutes: `14d`, `36h`, `90m`; at most 36,500 days.',
      },
      noActivityInLast: {
        text: 'No product activity in that window, or none at all. Not together with `hasActivityInLast`.',
      },
      search: { text: 'Part of the e-mail address or the name, in any case.' },
      limit: { text: '1 to 1,000, default 50.' },
      cursor: { text: '`pagination.nextCursor` of the page before.' },
      orderBy: { text: 'Default `last_activity_at`.' },
      orderDirection: { text: 'Default `desc`.' },
    },
  },
  ListUsersOutput: {
    fields: {
      items: { text: 'The people of this page.', is: ['User'] },
      notes: { text: 'Of an empty list: which filters match nothing that there is.' },
      pagination: { text: 'Where the list stands.', is: ['Pagination'] },
    },
  },
  ListWorkspaceUsersInput: {
    text: 'Input of `svc_list_workspace_users`. All filters must match; none given lists everyone.',
    examples: [{ hasOwnedCustomers: true }],
    fields: {
      search: {
        text: 'Part of name, e-mail address, title, role, territory or social profile, in any case.',
      },
      role: { text: 'Exactly this role, in any case.' },
      managerEmail: { text: 'Their manager: the e-mail address, or the exact name or id of a member.' },
      hasOwnedCustomers: { text: 'True: those who own a customer; false: those who own none.' },
      limit: { text: '1 to 1,000, default 50.' },
      cursor: { text: '`pagination.nextCursor` of the page before.' },
      orderBy: { text: 'Default `owned_customer_count`.' },
      orderDirection: { text: 'Default `desc`.' },
    },
  },
  ListWorkspaceUsersOutput: {
    fields: {
      items: { text: 'The members of this page.', is: ['WorkspaceUser'] },
      notes: { text: 'Of an empty list: which filters match nothing that there is.' },
      pagination: { text: 'Where the list stands.', is: ['Pagination'] },
    },
  },
  ListedDelivery: {
    text: 'A message on its way to a destination.',
    fields: {
      id: { text: 'Its id: the receiver gets it, too.' },
      notificationId: { text: "The message's id." },
      title: { text: "The message's title." },
      destinationId: { text: "The destination's id." },
      automationId: { text: 'The automation whose run sent it; null: a person or program did.' },
      runId: { text: 'That run.' },
      status: { text: 'How it stands.' },
      tries: { text: 'How often it was tried.' },
      errorCode: { text: "Why the last try failed; null: it didn't, or there was none." },
      errorMessage: { text: 'What the receiver answered, and the remedy.' },
      attempts: {
        text: 'Each try, oldest first; the last 20, also of one that was sent again.',
        is: ['DeliveryAttempt'],
      },
      nextAttemptAt: { text: 'When it is tried next; null: no more. ISO 8601, UTC.' },
      sentAt: { text: 'When the message was accepted for sending. ISO 8601, UTC.' },
      updatedAt: { text: 'When its status last changed. ISO 8601, UTC.' },
    },
  },
  LiveEvent: {
    text: "One message of `GET /api/events/stream`; its `type` is the message's event, its `id` where to go on after it.",
    is: ['StoredLiveEvent', 'ReadLiveEvent', 'RejectedLiveEvent', 'LagLiveEvent', 'GapLiveEvent'],
  },
  ManagedBy: { text: 'Who made a thing: people in the product (editable), or code (not).' },
  MayBeStale: {
    text: 'What an answer may say beside its own fields.',
    fields: {
      stale: {
        text: 'The answer lacks some of what was accepted before the call. Absent: it is current.',
        is: ['Staleness'],
      },
    },
  },
  MemberRecordInput: {
    text: 'A member of your organization. Its key: `email`.',
    fields: {
      kind: { text: 'Tells it from other records.' },
      email: { text: 'Their e-mail address.' },
      name: { text: 'Their name.' },
      role: { text: 'What they may do in the workspace, in your words.' },
      title: { text: 'Their job.' },
      managerEmail: { text: 'The e-mail address of their manager.' },
      territory: { text: 'Which part of the market is theirs.' },
    },
  },
  MergeEvidence: {
    text: 'Both sides of a suggested merge, and what speaks for and against it.',
    fields: {
      proposalId: { text: "The suggestion's id." },
      survivor: {
        text: "The one that both are after a merge; null: it doesn't exist any more.",
        is: ['MergeSide'],
      },
      duplicate: {
        text: "The other one; null: it doesn't exist any more, since they are one.",
        is: ['MergeSide'],
      },
      evidence: {
        text: 'What speaks for it comes first.',
        fields: {
          kind: { text: 'What it is.' },
          speaks: { text: 'Whether it speaks for or against the merge.' },
          left: { text: 'What the survivor has of it, such as a domain, a name or a key.' },
          right: { text: 'What the duplicate has of it.' },
          eventIds: {
            text: 'Uuids of events that state it, the latest first; at most 20. `explainEvent` tells of each.',
          },
        },
      },
      stale: {
        text: 'The answer lacks some of what was accepted before the request. Absent: it is current.',
        is: ['Staleness'],
      },
    },
  },
  MergeImpact: {
    text: 'What a merge moves from the duplicate to the survivor.',
    fields: {
      identifiers: { text: 'Keys of the duplicate.' },
      users: { text: 'People.' },
      activities: { text: 'Events in its timeline.' },
      visitors: { text: 'Browsers.' },
      billingEvents: { text: 'Days of revenue and of changes of what is paid.' },
      facts: { text: 'Facts about it.' },
      supportTickets: { text: 'Support tickets.' },
      calls: { text: 'Calls.' },
      accessEntries: { text: 'Always 0: everybody of the workspace sees every customer.' },
      analyticsEvents: { text: 'Events of product activity among its activities.' },
      analyticsDimensions: { text: 'Traits that were stated of it.' },
    },
  },
  MergeParty: {
    text: 'One side of a suggested merge: a customer, or a person where two people may be one.',
    fields: {
      id: { text: "The customer's id, or the person's." },
      name: { text: 'Its name; null when unknown.' },
      domain: { text: 'The company domain; null when there is none.' },
      type: { text: 'A person is an individual.' },
      status: {
        text: '`PROVISIONAL`: without known people and events. `MERGED`: it was merged into the other one.',
      },
      identifierCount: {
        text: 'Number of its e-mail addresses, user ids, devices, customer ids and domains.',
      },
      contactCount: { text: 'People of it.' },
    },
  },
  MergeReview: {
    text: 'The result of a review.',
    fields: {
      proposalId: { text: "The suggestion's id." },
      jobId: { text: 'Its job; a rejection is done at once.' },
      status: { text: 'What was decided.' },
      jobStatus: { text: "The job's status." },
    },
  },
  MergeSide: {
    text: 'One side of a suggested merge, side by side with the other.',
    fields: {
      externalId: { text: 'The id that you gave it; null: none.' },
      billingStatus: { text: 'Its billing status; `NONE` of a person.' },
      mrrCents: { text: 'Its monthly revenue in cents; null: unknown, or of several currencies.' },
      mrrCurrency: { text: 'The currency, ISO 4217.' },
      firstSeenAt: { text: 'When it was first seen. ISO 8601, UTC.' },
      lastActivityAt: { text: 'Its last activity; null: none. ISO 8601, UTC.' },
      traits: { text: 'What was stated of it.', is: ['JsonObject'] },
      keys: { text: 'Its keys, those of most events first; at most 200.', is: ['IdentityKey'] },
      people: {
        text: 'Its people, the last active first; at most 50.',
        fields: {
          userId: { text: "The person's id here." },
          email: { text: 'Their e-mail address.' },
          name: { text: 'Their name.' },
          lastActivityAt: { text: 'Their last activity. ISO 8601, UTC.' },
        },
      },
      id: { text: "The customer's id, or the person's." },
      name: { text: 'Its name; null when unknown.' },
      domain: { text: 'The company domain; null when there is none.' },
      type: { text: 'A person is an individual.' },
      status: {
        text: '`PROVISIONAL`: without known people and events. `MERGED`: it was merged into the other one.',
      },
      identifierCount: {
        text: 'Number of its e-mail addresses, user ids, devices, customer ids and domains.',
      },
      contactCount: { text: 'People of it.' },
    },
  },
  MergeSuggestion: {
    text: 'Two customers, or two people, that may be one: for a person to decide.',
    fields: {
      id: { text: 'Follows from the pair.' },
      status: { text: 'Its state, for people.' },
      proposalStatus: {
        text: '`STAGED`: accepted and about to be merged. `STALE`: there is no evidence any more, or one of the two no longer exists.',
      },
      confidence: { text: 'Strength of the evidence.' },
      survivor: { text: 'The one that both are after a merge.', is: ['MergeParty'] },
      duplicate: { text: 'The one whose id leads to the survivor after a merge.', is: ['MergeParty'] },
      reviewNotes: { text: "The reviewer's notes." },
      reviewedAt: { text: 'When it was accepted or rejected.' },
      reviewedByName: { text: 'The name of the API key by which it was reviewed.' },
      appliedAt: { text: 'When the two became one.' },
      appliedByName: { text: 'The name of the API key by which it was accepted.' },
      createdAt: { text: 'Since when there are the two.' },
      explanation: { text: 'The evidence, in sentences: supporting first, then contradicting.' },
      impact: { text: 'What the merge moves.', is: ['MergeImpact'] },
      latestJob: {
        text: 'The job of the last review.',
        fields: {
          id: { text: 'Its id.' },
          status: { text: 'Its status.' },
          createdAt: { text: 'When it was requested.' },
          updatedAt: { text: 'When its status last changed.' },
        },
      },
      canMerge: { text: 'Whether it can be accepted as it stands.' },
      canReject: { text: 'Whether it can be rejected as it stands.' },
    },
  },
  MergeSuggestionFound: {
    text: 'One suggestion of a merge.',
    fields: {
      suggestion: { text: 'The suggestion as it stands.', is: ['MergeSuggestion'] },
      canManageIdentityMerges: { text: "Whether the caller's key may accept and reject." },
    },
  },
  MergeSuggestionList: {
    text: 'Suggestions of merges.',
    fields: {
      suggestions: {
        text: 'Open ones first, most certain first; then decided ones, newest first.',
        is: ['MergeSuggestion'],
      },
      pagination: { text: 'The position in the list.', is: ['Pagination'] },
      canManageIdentityMerges: { text: "Whether the caller's key may accept and reject." },
    },
  },
  MergeUndone: {
    text: 'The result of taking a decision back.',
    fields: {
      proposalId: { text: "The suggestion's id." },
      undone: { text: 'The decision that is gone. `APPLIED`: the two are two again.' },
    },
  },
  NewApiKey: {
    text: 'A new key, with the key itself, which is shown this once.',
    fields: {
      key: { text: 'Its entry.', is: ['ApiKey'] },
      secret: { text: 'The key itself, `ok_…`. It is shown this once: only its hash is kept.' },
    },
  },
  NoInput: { text: 'Input of a route that takes none.' },
  NotConnected: {
    text: 'The provider is not connected.',
    fields: { success: { text: 'Nothing was done.' }, message: { text: 'Why.' } },
  },
  NotificationContent: {
    text: 'A message, as its sender wrote it.',
    fields: {
      notificationId: { text: 'Its id, the same at every destination that it went to.' },
      title: { text: 'Up to 160 characters.' },
      text: { text: 'As it was written: show it as Markdown of a stranger.' },
      plainText: {
        text: 'The same without markup, at most the first 10,000 characters: a link in it is its words and its address.',
      },
      severity: { text: 'How urgent it is; null where nobody said.' },
      source: { text: 'What it comes from; null where nobody said.' },
      subject: { text: 'What it is about; null where nobody said.' },
      payload: { text: 'What the sender gave besides, any JSON; null: nothing.' },
    },
  },
  NotificationMessage: {
    text: 'What a webhook of yours is sent: the same at every try.',
    examples: [
      {
        type: 'notification',
        timestamp: '2026-11-22T14:00:00.000Z',
        data: {
          notificationId: '6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8',
          title: 'Alder Logistics asks for a call',
          text: 'They **renew** in May.',
          plainText: 'They renew in May.',
          severity: 'medium',
          source: 'renewals',
          subject: 'alder-logistics.example',
          payload: { seats: 12 },
        },
      },
    ],
    fields: {
      type: { text: "What it is about: skip what you don't know." },
      timestamp: { text: 'When it was sent off. ISO 8601, UTC.' },
      data: { text: 'The message.', is: ['NotificationContent'] },
    },
  },
  NotificationPreview: {
    text: 'What a destination would show of a message.',
    fields: {
      destinationId: { text: 'Where it would go.' },
      label: { text: 'What the destination is called.' },
      provider: { text: 'How it would go there.' },
      title: { text: 'In a line of its own, before the text.' },
      plainText: { text: 'The text without markup: a link in it is its words and its address.' },
    },
  },
  OfferedTool: {
    text: 'A tool, as a caller learns of it.',
    fields: {
      name: { text: 'Its name: `POST /api/tools/<name>` and `callTool` take it.' },
      title: { text: 'Its name for people.' },
      description: { text: 'What it is for, written for an agent that chooses among tools.' },
      grant: { text: 'What a key needs to call it.' },
      readOnly: { text: 'Whether a call changes nothing.' },
      inputSchema: { text: 'JSON Schema 2020-12 of its input.', is: ['JsonObject'] },
    },
  },
  OfferedTools: {
    text: "The tools that the caller's key may call.",
    fields: { tools: { text: 'In the order in which an agent gets them.', is: ['OfferedTool'] } },
  },
  Owner: {
    text: 'The workspace user who looks after a customer.',
    fields: {
      id: { text: "The member's id." },
      email: { text: 'Their e-mail address.' },
      name: { text: 'Their name.' },
    },
  },
  PageviewEvent: {
    text: 'Someone saw a page.',
    fields: {
      type: { text: 'Which kind of event it is.' },
      title: { text: 'The title of the page.', examples: ['Pricing'] },
      timestamp: {
        text: 'When it happened, Unix milliseconds. Default: when the server received it.',
        examples: [1782043200000],
      },
      url: {
        text: 'The whole URL of the page; `server://<identifier>` where there is no page. 1 to 8,192 characters.',
        examples: ['https://www.harborpine.example/pricing'],
      },
      path: { text: 'Path of the URL, without the query.', examples: ['/pricing'] },
      uuid: {
        text: 'Names the event for good: sent again with the same uuid, it is stored once. Any case.',
        examples: ['0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'],
      },
      referrer: { text: 'The URL of the page that linked here.' },
      utm: { text: 'Further keys in it are ignored.', is: ['Utm'] },
      customerId: { text: "The caller's own id of the account." },
      customerTraits: { text: 'Traits of the account: a flat map.', is: ['Traits'] },
    },
  },
  Pagination: {
    text: 'The position in a list. Cursors are opaque: hand `nextCursor` back as `cursor`, with the same filters and order.',
    fields: {
      hasMore: { text: 'Whether there is a further page.' },
      nextCursor: { text: 'Null on the last page.' },
      total: { text: 'Items that match the filters, on all pages together.' },
    },
  },
  ParticipantInput: {
    text: 'Someone who took part in a source.',
    fields: {
      email: { text: 'Their e-mail address.' },
      name: { text: 'Their name.' },
      role: { text: 'Such as `host`, `from`, `to`, `requester`.' },
      affiliation: {
        text: '`internal`: one of your own people, who makes no customer. Default: by their address.',
      },
    },
  },
  PersonExport: {
    text: 'A page of what is known of a person.',
    fields: {
      items: { text: 'The things of this page.', is: ['PersonItem'] },
      nextCursor: { text: 'Null after the last page.' },
    },
  },
  PersonItem: {
    text: 'One thing that is known of a person.',
    fields: {
      kind: { text: 'What kind of thing it is.' },
      data: { text: 'What it says, by kind.', is: ['JsonObject'] },
    },
  },
  PersonReference: {
    text: 'The person that a fact is about.',
    fields: {
      id: { text: "The person's id: `svc_list_users` has it." },
      email: { text: "Their e-mail address; null while it isn't known." },
      name: { text: "Their name; null while it isn't known." },
    },
  },
  PlanErrorBody: {
    text: 'A limit of the plan is reached.',
    fields: {
      error: { text: 'What is wrong and the remedy, for people.' },
      code: { text: 'Which limit it is.' },
      plan: { text: 'The plan whose limit is reached.' },
      feature: { text: 'What the limit is on.' },
      resetAt: { text: 'When API calls are available again, Unix milliseconds.' },
      currentConnections: { text: 'Providers that are connected.' },
      limit: { text: 'How many the plan allows.' },
    },
  },
  PlatformOperation: { text: 'The name of a route behind an API key that answers at once.' },
  PollCliAuthBody: {
    text: 'Asks how a login goes.',
    examples: [{ requestId: 'WyJ4Il0', pollToken: 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA' }],
    fields: {
      requestId: { text: 'Of the answer that began the login.' },
      pollToken: { text: 'Of the answer that began the login.' },
    },
  },
  PostConnectStep: {
    text: 'A setup step after connecting.',
    fields: {
      id: { text: 'Its canonical id.' },
      label: { text: 'For people.' },
      required: { text: "Whether the provider's data is incomplete without it." },
      supported: { text: 'Whether this server has it.' },
      command: { text: 'The command that does it.' },
      note: { text: 'A note.' },
    },
  },
  PreviewActivationBody: {
    text: 'Which event to try.',
    examples: [{ eventName: 'Project created', lookbackDays: 30 }],
    fields: {
      eventName: { text: '1 to 191 characters, exact.' },
      lookbackDays: { text: '1 to 90, default 30.' },
      exampleLimit: { text: '1 to 20, default 10.' },
    },
  },
  PreviewCustomer: {
    text: 'Whom something was about.',
    fields: {
      id: { text: "The customer's id." },
      name: { text: 'Null: none is known, or the key lacks `customer_intelligence:read`.' },
      domain: { text: 'Null: none is known, or the key lacks `customer_intelligence:read`.' },
    },
  },
  PreviewOccurrence: {
    text: 'An occurrence of a signal.',
    fields: {
      id: { text: 'Uuid.' },
      signalId: { text: 'Its signal.' },
      customer: { text: 'Null: it is about no one customer.', is: ['PreviewCustomer'] },
      occurredAt: { text: 'By the time of its events; of what the clock finds, the end of the window.' },
      evidence: {
        text: 'What shows it: the event, where it is one.',
        fields: {
          eventId: { text: 'Null where it was found by the clock.' },
          eventName: { text: "The event's name; null where it was found by the clock." },
          eventChannel: { text: "The event's channel; null where it was found by the clock." },
        },
      },
    },
  },
  PreviewRun: {
    text: 'A run that would have happened.',
    fields: {
      occurredAt: { text: 'When the last of what it is about happened, or the slot of the schedule.' },
      customers: { text: 'Its customers.', is: ['PreviewCustomer'] },
      occurrenceIds: { text: 'What it would have acted on; none on a schedule.' },
    },
  },
  PreviewSignalBody: {
    text: "Asks what a signal would have found: one that is there, or one that isn't yet.",
    examples: [
      {
        signal: {
          kind: 'EVENT_MATCH',
          definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['trial_started'] },
        },
        days: 90,
      },
    ],
    fields: {
      signal: {
        text: 'The definition to try. Give this or `signalId`.',
        fields: {
          kind: { text: 'Events happen often, stop, or change, at one customer.' },
          definition: { text: 'How.', is: ['EventPatternDefinition'] },
        },
      },
      signalId: { text: 'Uuid of one that is there.' },
      days: { text: 'How many days back; 1 to 730.' },
    },
  },
  ProcessorPolicy: {
    text: 'How the agent is run.',
    fields: {
      subjectHandling: {
        text: "Follows from the trigger: a signal's run is about its customer, a schedule's about the audience. Default `event_customer`.",
      },
      maxCustomersPerRun: { text: '1 to 500, default 500. On a schedule the others come in the next run.' },
      maxConcurrentRuns: { text: 'Runs of one automation follow one another.' },
      cooldownHours: {
        text: '0 to 2,160, default 0. Least time between two runs for one customer, by the time of their events.',
      },
    },
  },
  PropertyCondition: {
    text: "A condition on one of an event's properties: those of a custom event, else what its type says (`path`, `url`, `formId`).",
    fields: {
      key: { text: "The property's name." },
      operator: { text: 'Its text begins so, letter by letter.' },
      value: { text: 'How it begins.' },
    },
  },
  ProviderId: { text: 'The public id of a provider.' },
  ProviderQuery: {
    text: 'Names a provider.',
    examples: [{ provider: 'billing-a' }],
    fields: { provider: { text: 'Provider id or alias.', examples: ['billing-a'] } },
  },
  PublicKey: {
    text: 'A public key: it stands in websites, and is no secret.',
    fields: {
      key: { text: 'The key, `pk_…`.' },
      active: { text: 'Whether its events are accepted.' },
      createdAt: { text: 'When it was made. ISO 8601, UTC.' },
    },
  },
  PublicKeyParams: {
    fields: { publicKey: { text: 'Starts with `pk_`.', examples: ['pk_exampleKeyOfThirtyTwoLetters'] } },
  },
  QuarantineList: {
    text: 'What was accepted and is in no answer.',
    fields: {
      items: {
        text: 'In the order of the log; at most 1,000.',
        fields: {
          position: { text: 'Where in the log.' },
          index: { text: "Its index in its batch; null: the whole batch can't be read." },
          name: { text: "The event's uuid or the record's key; null: neither can be read." },
          reason: { text: "Why it can't be applied." },
          at: { text: 'When that was found. ISO 8601, UTC.' },
        },
      },
      total: { text: 'All of them.' },
    },
  },
  QuarantineRetry: {
    text: 'What is tried again.',
    fields: {
      retried: {
        text: 'So many were quarantined, and are tried again in the background: `GET` the list until it is shorter.',
      },
    },
  },
  QueryColumnType: {
    text: "What a column's values are: `timestamp` in UTC, `json` an object or a list, `other` a text of the engine's.",
  },
  QueryCsvBody: {
    text: 'Body of `POST /api/query/csv`.',
    examples: [{ sql: 'select name, domain, mrr_cents, currency from customers order by mrr_cents desc' }],
    fields: {
      sql: {
        text: 'One SELECT over the views, as `svc_query` takes it; 1 to 10,000 characters.',
        examples: ['select name, domain, mrr_cents, currency from customers order by mrr_cents desc'],
      },
      params: { text: 'What stands for `$1`, `$2` … in the text, in this order; at most 100.' },
      raw: {
        text: 'Texts as they are, also where a spreadsheet would run them as formulas. Default false: those get an apostrophe.',
      },
    },
  },
  QueryInput: {
    text: 'Input of `svc_query`.',
    examples: [{ sql: 'select count(*) as customers from customers' }],
    fields: {
      sql: {
        text: 'One SELECT over the views `activity`, `customers`, `users`, `revenue`, `facts`, `opportunities`, `sources`; 1 to 10,000 characters.',
        examples: ['select billing_status, count(*) as customers from customers group by billing_status'],
      },
      params: {
        text: 'What stands for `$1`, `$2` … in the text, in this order; at most 100.',
        examples: [['PAYING']],
      },
      limit: { text: 'Rows at most, 1 to 10,000, default 1,000.' },
    },
  },
  QueryOutput: {
    text: 'Output of `svc_query`.',
    fields: {
      success: { text: 'True: else the answer is an error.' },
      data: {
        text: 'One object a row. Times in ISO 8601, UTC; integers beyond 2^53 as strings.',
        is: ['JsonObject'],
      },
      columns: {
        text: 'The columns in their order, also of an answer without rows. Of equal names the later ones have a number (`n`, `n:1`), as in the rows. Absent: the server is older.',
        fields: { name: { text: 'As in the rows.' }, type: { text: 'What its values are.' } },
      },
      asOf: {
        text: 'What was accepted before this time is in the answer, unless that says `stale`. Absent: the server is older. ISO 8601, UTC.',
      },
      metadata: {
        text: 'How the query went.',
        fields: {
          rowsReturned: { text: 'How many rows came.' },
          executionTimeMs: { text: 'How long it ran, in milliseconds.' },
          truncated: { text: 'True when rows are missing: the answer is not whole.' },
        },
      },
    },
  },
  Question: {
    text: 'SQL with parameters and a chart under a name.',
    fields: {
      id: { text: 'Uuid.' },
      name: { text: 'For people.' },
      description: { text: 'For people.' },
      visibility: { text: 'Who sees it.' },
      ownerId: { text: "Whose it is: an API key's id, or `user:` and a person's." },
      ownerName: { text: 'Their name, when they last saved it.' },
      configHash: { text: 'Another one when, and only when, it was changed; for `If-Match`.' },
      createdAt: { text: 'When it was made.' },
      updatedAt: { text: 'When it was last changed.' },
      sql: { text: 'What `svc_query` is asked.' },
      parameters: { text: 'What stands for `$1`, `$2` ….', is: ['JsonObject'] },
      chart: { text: 'How the rows are drawn; null: as a table.', is: ['JsonObject'] },
    },
  },
  QuestionBody: {
    text: 'Body to save a question, and, whole again, to update it.',
    examples: [
      {
        name: 'Customers by plan',
        visibility: 'workspace',
        sql: 'select plan, count(*) as customers from customers group by plan',
        chart: { type: 'bar' },
      },
    ],
    fields: {
      name: { text: '1 to 120 characters.' },
      description: { text: 'At most 1,000 characters. Default null.' },
      visibility: { text: '`workspace` needs the grant `behavior_metrics:manage`. Default `private`.' },
      sql: { text: 'What `svc_query` is asked.' },
      parameters: {
        text: 'What stands for `$1`, `$2` …, each as your page asks for it. Default none.',
        is: ['JsonObject'],
      },
      chart: { text: 'How the rows are drawn; null: as a table. Default null.', is: ['JsonObject'] },
    },
  },
  QuestionFound: {
    text: 'A saved question.',
    fields: { question: { text: 'As it is now.', is: ['Question'] } },
  },
  QuestionList: {
    text: 'Saved questions.',
    fields: { questions: { text: "Those of the workspace and one's own, by name.", is: ['Question'] } },
  },
  ReadLiveEvent: {
    text: 'What the answers hold of an event that was `stored` before.',
    fields: {
      type: { text: 'The answers hold it.' },
      uuid: { text: 'Its uuid.' },
      receivedAt: { text: 'As in `stored`: with the uuid it names one arrival.' },
      outcome: {
        text: "`duplicate`: an event of this uuid was stored already, and this changed nothing. `quarantined`: it can't be applied.",
      },
      contact: {
        text: 'Whom it belongs to now; null while nobody is identified, and for a duplicate.',
        fields: {
          userId: { text: "The person's id here." },
          email: { text: 'Their e-mail address.' },
          name: { text: 'Their name.' },
        },
      },
      customer: {
        text: 'Which customer it belongs to now; null while none is known, and for a duplicate.',
        fields: {
          customerId: { text: "The customer's id." },
          name: { text: 'Its name.' },
          domain: { text: 'Its main domain.' },
        },
      },
    },
  },
  RecordInput: {
    text: 'One record. Sent again with the same key, it replaces the earlier one; an equal one changes nothing.',
    is: [
      'SourceRecordInput',
      'FactRecordInput',
      'CustomerRecordInput',
      'UserRecordInput',
      'MemberRecordInput',
      'RevenueRecordInput',
    ],
  },
  RecordsEnvelope: {
    text: 'The body with its records not looked into yet: each is checked by itself, so that one bad record harms no other.',
  },
  RecordsImported: {
    text: '200: every record is durable; of a dry run: valid.',
    fields: {
      success: { text: 'True: every record was stored.' },
      processed: { text: 'How many were stored.' },
      known: {
        text: 'Of a dry run: the records about somebody who is known already, to whom they add. The others are about somebody new.',
        is: ['KnownRecord'],
      },
    },
  },
  RecordsPartlyImported: {
    text: '207: `processed` records are durable; the others were refused, for the reason given at their index.',
    fields: {
      success: { text: 'False: some were refused.' },
      processed: { text: 'How many were stored.' },
      errors: {
        text: 'Each refused one.',
        fields: {
          index: { text: 'Its place in what was sent, from 0.' },
          path: { text: 'Where in the record.' },
          message: { text: 'What is wrong there, and the remedy; then what else is wrong with it.' },
        },
      },
      known: { text: 'Of a dry run: the records about somebody who is known already.', is: ['KnownRecord'] },
    },
  },
  RejectedLiveEvent: {
    text: 'Something was rejected. Only with the grant `events:explain`, and only by the server that is asked.',
    fields: {
      type: { text: 'It was rejected.' },
      rejection: {
        text: 'What, and why.',
        fields: {
          at: { text: 'When it was rejected. ISO 8601, UTC.' },
          kind: { text: 'What kind of rejection it is.' },
          uuid: {
            text: "The event's uuid in lower case; null: it had none, or the request's events weren't looked at.",
          },
          index: { text: "Its index in its batch; null: the request's events weren't looked at." },
          field: { text: 'The field that is wrong, such as `utm.source`; null: no single one.' },
          reason: { text: 'What is wrong.' },
          remedy: { text: 'What to do about it.' },
          eventName: {
            text: "The event's name, or its type where it has none; null: it isn't known, or holds an `@`.",
          },
          origin: { text: 'The web origin that sent it; null: none was stated.' },
          publicKey: {
            text: 'The public key that it was sent with; null: by an API key, or by this server itself.',
          },
          source: { text: "Who sent it; null: it isn't known." },
          count: { text: 'How often it was rejected within half a second: 1, unless it has no uuid.' },
        },
      },
    },
  },
  Rejection: {
    text: 'An event, or a whole request, that was rejected. Nothing else of it is kept.',
    fields: {
      id: { text: 'Names it in this list.' },
      at: { text: 'When it was rejected. ISO 8601, UTC.' },
      kind: { text: 'What kind of rejection it is.' },
      uuid: {
        text: "The event's uuid in lower case; null: it had none, or the request's events weren't looked at.",
      },
      index: { text: "Its index in its batch; null: the request's events weren't looked at." },
      field: { text: 'The field that is wrong, such as `utm.source`; null: no single one.' },
      reason: { text: 'What is wrong.' },
      remedy: { text: 'What to do about it.' },
      eventName: {
        text: "The event's name, or its type where it has none; null: it isn't known, or holds an `@`.",
      },
      origin: { text: 'The web origin that sent it; null: none was stated.' },
      publicKey: {
        text: 'The public key that it was sent with; null: by an API key, or by this server itself.',
      },
      source: { text: "Who sent it; null: it isn't known." },
      count: { text: 'How often it was rejected within half a second: 1, unless it has no uuid.' },
      alike: {
        text: 'How often its like was rejected, as far as is kept: of the same kind, field, event name, origin, key and source.',
      },
    },
  },
  RejectionKind: {
    text: "Why something was rejected. `invalid_event`: a field violates the contract. `unidentified`: it doesn't say whom it belongs to. `invalid_batch`: what is around the events is invalid. `unauthorized_source`: only an API key may send events of that source. `origin_not_allowed`, `rate_limited`, `unreadable` (too large, no JSON, another media type): a whole request, whose events weren't looked at.",
  },
  RejectionList: {
    fields: {
      items: { text: 'Newest first.', is: ['Rejection'] },
      pagination: { text: 'The position in the list.', is: ['Pagination'] },
    },
  },
  RenameAgentBody: {
    examples: [{ displayName: 'Renewals' }],
    fields: { displayName: { text: '1 to 120 characters.' } },
  },
  ReportSettings: {
    text: 'The channel that reports go to; null until one is set.',
    fields: {
      chatChannelId: { text: "The channel's id in the chat app." },
      chatChannelName: { text: 'What the channel is called.' },
      configHash: { text: 'Another one when, and only when, these settings were changed; for `If-Match`.' },
    },
  },
  ResendDeliveriesBody: {
    text: 'Which deliveries are sent again.',
    examples: [{}],
    fields: {
      deliveryIds: {
        text: 'Deliveries of this destination that are `FAILED` or `SKIPPED`, 1 to 100. Default: all that are `FAILED`, 1,000 at most.',
      },
    },
  },
  ResentDeliveries: {
    text: 'The deliveries that are sent again.',
    fields: { deliveryIds: { text: 'Each keeps its id.' } },
  },
  RetentionLoss: {
    text: 'What goes where events are kept for so long. Identify events stay, and so do records.',
    fields: {
      before: { text: 'Events that happened before it go. ISO 8601, UTC.' },
      events: { text: 'How many events that is by now.' },
    },
  },
  RetentionQuery: {
    text: 'What to say beside the setting.',
    fields: {
      days: {
        text: "Says what would go if events were kept for so many days. Default: the setting's.",
        examples: [365],
      },
    },
  },
  RetentionSettings: {
    text: 'How long events are kept.',
    fields: {
      days: { text: 'Events that happened before so many days go, once a day; null: none do. 1 to 36,500.' },
      configHash: { text: 'Another one when, and only when, these settings were changed; for `If-Match`.' },
    },
  },
  RevenueRecordInput: {
    text: 'What a customer pays, on a day. Its key: the customer and the day.',
    fields: {
      kind: { text: 'Tells it from other records.' },
      customer: { text: 'Whose revenue it is.', is: ['CustomerReferenceInput'] },
      date: { text: '`YYYY-MM-DD`.' },
      mrrCents: { text: 'Monthly recurring revenue from that day on, in cents.' },
      currency: { text: 'ISO 4217, such as `EUR`.' },
      billingStatus: { text: "The account's billing status." },
      plan: { text: 'What the plan is called.' },
      activeSubscriptions: { text: 'How many run.' },
      paidCents: { text: 'Paid on that day, in cents; negative when more went back, such as by a refund.' },
    },
  },
  ReviewMergeBody: {
    text: "A reviewer's notes.",
    fields: {
      reviewNotes: { text: 'Why; up to 10,000 characters.', examples: ['Asked them: it is one company.'] },
    },
  },
  Role: { text: 'One of roles.' },
  RotateApiKeyBody: {
    text: 'How a key is replaced.',
    fields: {
      graceSeconds: { text: 'How long the old one still works, in seconds; at most 90 days. Default 0.' },
    },
  },
  RouteInputs: {
    text: 'What each operation takes: path parameters, query and body.',
    fields: {
      ingestEvents: { fields: { params: { is: ['PublicKeyParams'] }, body: { is: ['IngestPayload'] } } },
      getSession: { is: ['NoInput'] },
      startSession: { fields: { body: { is: ['StartSessionBody'] } } },
      endSession: { fields: { body: { is: ['EndSessionBody'] } } },
      acceptInvitation: { fields: { body: { is: ['AcceptInvitationBody'] } } },
      changePassword: { fields: { body: { is: ['ChangePasswordBody'] } } },
      listWorkspaceUsers: { fields: { query: { is: ['ListAccessQuery'] } } },
      inviteWorkspaceUser: { fields: { body: { is: ['InviteWorkspaceUserBody'] } } },
      updateWorkspaceUser: {
        fields: { params: { is: ['IdParams'] }, body: { is: ['UpdateWorkspaceUserBody'] } },
      },
      createWorkspaceUserLink: { fields: { params: { is: ['IdParams'] } } },
      listApiKeys: { is: ['NoInput'] },
      createApiKey: { fields: { body: { is: ['CreateApiKeyBody'] } } },
      rotateApiKey: { fields: { params: { is: ['IdParams'] }, body: { is: ['RotateApiKeyBody'] } } },
      revokeApiKey: { fields: { params: { is: ['IdParams'] } } },
      validateApiKey: { is: ['NoInput'] },
      listPublicKeys: { is: ['NoInput'] },
      createPublicKey: { is: ['NoInput'] },
      revokePublicKey: { fields: { params: { is: ['PublicKeyParams'] } } },
      submitFeedback: { fields: { body: { is: ['SubmitFeedbackInput'] } } },
      listIntegrations: { fields: { query: { is: ['ListIntegrationsQuery'] } } },
      getIntegrationCapabilities: { fields: { query: { is: ['CapabilitiesQuery'] } } },
      runIntegrationSetupStep: { fields: { body: { is: ['SetupStepBody'] } } },
      connectIntegration: { fields: { body: { is: ['ConnectIntegrationBody'] } } },
      getIntegrationConnectionStatus: { fields: { query: { is: ['ConnectionStatusQuery'] } } },
      getIntegrationSyncStatus: { fields: { query: { is: ['ProviderQuery'] } } },
      listSyncRuns: { fields: { query: { is: ['ListSyncsQuery'] } } },
      syncIntegration: { fields: { body: { is: ['SyncIntegrationBody'] } } },
      disconnectIntegration: { fields: { body: { is: ['DisconnectIntegrationBody'] } } },
      importRecords: { fields: { body: { is: ['ImportRecordsBody'] } } },
      importCsv: { fields: { body: { is: ['ImportCsvBody'] } } },
      exportPerson: { fields: { body: { is: ['ExportPersonBody'] } } },
      erasePerson: { fields: { body: { is: ['ErasePersonBody'] } } },
      getErasure: { fields: { params: { is: ['IdParams'] } } },
      listTools: { is: ['NoInput'] },
      callTool: { fields: { body: { is: ['CallToolBody'] } } },
      getAutomationOptions: { is: ['NoInput'] },
      listAutomations: { is: ['NoInput'] },
      createAutomation: { fields: { body: { is: ['CreateAutomationBody'] } } },
      getAutomation: { fields: { params: { is: ['UuidParams'] } } },
      updateAutomation: {
        fields: { params: { is: ['UuidParams'] }, body: { is: ['UpdateAutomationBody'] } },
      },
      enableAutomation: { fields: { params: { is: ['UuidParams'] } } },
      disableAutomation: { fields: { params: { is: ['UuidParams'] } } },
      previewAutomation: { fields: { body: { is: ['AutomationPreviewBody'] } } },
      listAutomationRuns: {
        fields: { params: { is: ['AutomationIdParams'] }, query: { is: ['RunsQuery'] } },
      },
      getAutomationRun: { fields: { params: { is: ['AutomationRunParams'] } } },
      archiveAutomation: { fields: { params: { is: ['UuidParams'] } } },
      getSignalOptions: { is: ['NoInput'] },
      listSignals: { is: ['NoInput'] },
      createSignal: { fields: { body: { is: ['SignalBody'] } } },
      previewSignal: { fields: { body: { is: ['PreviewSignalBody'] } } },
      getSignal: { fields: { params: { is: ['UuidParams'] } } },
      updateSignal: { fields: { params: { is: ['UuidParams'] }, body: { is: ['SignalBody'] } } },
      archiveSignal: { fields: { params: { is: ['UuidParams'] } } },
      getDestinationOptions: { fields: { query: { is: ['ChatOptionsQuery'] } } },
      listDestinations: { is: ['NoInput'] },
      createDestination: { fields: { body: { is: ['CreateDestinationBody'] } } },
      getDestination: { fields: { params: { is: ['UuidParams'] } } },
      updateDestination: {
        fields: { params: { is: ['UuidParams'] }, body: { is: ['UpdateDestinationBody'] } },
      },
      disableDestination: { fields: { params: { is: ['UuidParams'] } } },
      enableDestination: { fields: { params: { is: ['UuidParams'] } } },
      resendDeliveries: {
        fields: { params: { is: ['UuidParams'] }, body: { is: ['ResendDeliveriesBody'] } },
      },
      archiveDestination: { fields: { params: { is: ['UuidParams'] } } },
      listDeliveries: { fields: { query: { is: ['ListDeliveriesQuery'] } } },
      listSkippedRuns: { fields: { params: { is: ['UuidParams'] }, query: { is: ['ListSkippedQuery'] } } },
      getWorkspaceSettings: { is: ['NoInput'] },
      updateWorkspaceSettings: {
        fields: {
          body: {
            fields: {
              defaultTimezone: { text: 'IANA name.', examples: ['Europe/Berlin'] },
              identityMergeSuggestions: {
                text: 'Whether customers and people that look like one are suggested for a merge. True until it is switched off.',
              },
              domains: {
                text: "Your own domains, in ASCII; at most 50. Addresses of them and of their subdomains are internal: they make no customer and no contact from synced records. Empty: members and their companies' addresses alone are.",
                examples: [['ourselves.example']],
              },
              reportCurrency: {
                text: 'ISO 4217: the currency that reports begin with where amounts are in several, which are never summed. Null: the one with the most recurring revenue.',
                examples: ['EUR'],
              },
            },
          },
        },
      },
      getTrackingSettings: { is: ['NoInput'] },
      updateTrackingSettings: { fields: { body: { is: ['UpdateTrackingSettingsBody'] } } },
      getRetentionSettings: { fields: { query: { is: ['RetentionQuery'] } } },
      updateRetentionSettings: { fields: { body: { is: ['UpdateRetentionSettingsBody'] } } },
      getReportSettings: { is: ['NoInput'] },
      updateReportSettings: { fields: { body: { is: ['UpdateReportSettingsBody'] } } },
      getReportSettingsOptions: { fields: { query: { is: ['ChatOptionsQuery'] } } },
      listAudit: { fields: { query: { is: ['ListAuditQuery'] } } },
      getUsage: { is: ['NoInput'] },
      listQuarantine: { is: ['NoInput'] },
      retryQuarantine: { is: ['NoInput'] },
      queryCsv: { fields: { body: { is: ['QueryCsvBody'] } } },
      listViews: { is: ['NoInput'] },
      createView: { fields: { body: { is: ['ViewBody'] } } },
      getView: { fields: { params: { is: ['UuidParams'] } } },
      updateView: { fields: { params: { is: ['UuidParams'] }, body: { is: ['ViewBody'] } } },
      archiveView: { fields: { params: { is: ['UuidParams'] } } },
      listQuestions: { is: ['NoInput'] },
      createQuestion: { fields: { body: { is: ['QuestionBody'] } } },
      getQuestion: { fields: { params: { is: ['UuidParams'] } } },
      updateQuestion: { fields: { params: { is: ['UuidParams'] }, body: { is: ['QuestionBody'] } } },
      archiveQuestion: { fields: { params: { is: ['UuidParams'] } } },
      listDashboards: { is: ['NoInput'] },
      createDashboard: { fields: { body: { is: ['DashboardBody'] } } },
      getDashboard: { fields: { params: { is: ['UuidParams'] } } },
      updateDashboard: { fields: { params: { is: ['UuidParams'] }, body: { is: ['DashboardBody'] } } },
      archiveDashboard: { fields: { params: { is: ['UuidParams'] } } },
      listIdentityLinks: { fields: { query: { is: ['IdentityLinksQuery'] } } },
      joinIdentities: { fields: { body: { is: ['JoinIdentitiesBody'] } } },
      separateIdentities: { fields: { body: { is: ['SeparateIdentitiesBody'] } } },
      getIdentityMergeEvidence: { fields: { params: { is: ['IdParams'] } } },
      undoIdentityMerge: { fields: { params: { is: ['IdParams'] }, body: { is: ['ReviewMergeBody'] } } },
      listIdentityMergeSuggestions: { fields: { query: { is: ['ListMergeSuggestionsQuery'] } } },
      getIdentityMergeSuggestion: { fields: { params: { is: ['IdParams'] } } },
      queueIdentityMergeSuggestion: {
        fields: { params: { is: ['IdParams'] }, body: { is: ['ReviewMergeBody'] } },
      },
      rejectIdentityMergeSuggestion: {
        fields: { params: { is: ['IdParams'] }, body: { is: ['ReviewMergeBody'] } },
      },
      explainEvent: { fields: { params: { is: ['ExplainEventParams'] } } },
      followEvents: { fields: { query: { is: ['FollowEventsQuery'] } } },
      streamEvents: { fields: { query: { is: ['StreamEventsQuery'] } } },
      importEvents: { fields: { body: { is: ['ImportEventsBody'] } } },
      listRejections: { fields: { query: { is: ['ListRejectionsQuery'] } } },
      getIngestStats: { fields: { query: { is: ['IngestStatsQuery'] } } },
      listAgentTemplates: { is: ['NoInput'] },
      listAgentActions: { is: ['NoInput'] },
      listAgents: { is: ['NoInput'] },
      createAgent: { fields: { body: { is: ['CreateAgentBody'] } } },
      getAgent: { fields: { params: { is: ['IdParams'] } } },
      updateAgent: { fields: { params: { is: ['IdParams'] }, body: { is: ['UpdateAgentBody'] } } },
      enableAgent: { fields: { params: { is: ['IdParams'] } } },
      disableAgent: { fields: { params: { is: ['IdParams'] } } },
      renameAgent: { fields: { params: { is: ['IdParams'] }, body: { is: ['RenameAgentBody'] } } },
      listAgentRuns: { fields: { params: { is: ['AgentIdParams'] }, query: { is: ['RunsQuery'] } } },
      startAgentRun: { fields: { params: { is: ['AgentIdParams'] }, body: { is: ['StartAgentRunBody'] } } },
      getAgentRun: { fields: { params: { is: ['AgentRunParams'] } } },
      getCustomerActivation: { is: ['NoInput'] },
      updateCustomerActivation: { fields: { body: { is: ['UpdateActivationBody'] } } },
      previewCustomerActivation: { fields: { body: { is: ['PreviewActivationBody'] } } },
      startCliAuth: { fields: { body: { is: ['StartCliAuthBody'] } } },
      pollCliAuth: { fields: { body: { is: ['PollCliAuthBody'] } } },
      receiveWebhook: {
        fields: {
          params: { is: ['WebhookParams'] },
          query: { is: ['WebhookQuery'] },
          body: {
            text: 'As the provider sends it.',
            examples: [{ event: 'meeting.transcribed', timestamp: 1795356000000, meeting_id: 'ff-0-0' }],
          },
        },
      },
      getOpenApi: { is: ['NoInput'] },
    },
  },
  RouteOutputs: {
    text: "The body of each operation's success.",
    fields: {
      ingestEvents: { is: ['IngestSuccess', 'IngestPartial'] },
      getSession: { is: ['Session'] },
      startSession: { is: ['Session'] },
      endSession: { is: ['EndedSessions'] },
      acceptInvitation: { is: ['Session'] },
      changePassword: { is: ['Session'] },
      listWorkspaceUsers: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: {
                text: 'The answer itself.',
                fields: { users: { is: ['WorkspaceAccess'] }, pagination: { is: ['Pagination'] } },
              },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      inviteWorkspaceUser: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: {
                text: 'The answer itself.',
                fields: { user: { is: ['WorkspaceAccess'] }, link: { is: ['AccessLink'] } },
              },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      updateWorkspaceUser: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { user: { is: ['WorkspaceAccess'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      createWorkspaceUserLink: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: {
                text: 'The answer itself.',
                fields: { user: { is: ['WorkspaceAccess'] }, link: { is: ['AccessLink'] } },
              },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      listApiKeys: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { keys: { is: ['ApiKey'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      createApiKey: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['NewApiKey'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      rotateApiKey: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['NewApiKey'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      revokeApiKey: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { keys: { is: ['ApiKey'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      validateApiKey: { is: ['ApiKeyValidation'] },
      listPublicKeys: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { publicKeys: { is: ['PublicKey'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      createPublicKey: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { publicKey: { is: ['PublicKey'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      revokePublicKey: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { publicKey: { is: ['PublicKey'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      submitFeedback: { is: ['SubmitFeedbackOutput'] },
      listIntegrations: { fields: { items: { is: ['Integration'] } } },
      getIntegrationCapabilities: {
        text: 'One provider when one was named, else all.',
        fields: { provider: { is: ['IntegrationCapability'] }, providers: { is: ['IntegrationCapability'] } },
      },
      runIntegrationSetupStep: { is: ['SetupStepResult'] },
      connectIntegration: { is: ['DirectConnection', 'BrowserConnection'] },
      getIntegrationConnectionStatus: { is: ['ConnectionStatus'] },
      getIntegrationSyncStatus: { is: ['IntegrationSyncStatus'] },
      listSyncRuns: { is: ['SyncRunList'] },
      syncIntegration: { is: ['SyncStarted'] },
      disconnectIntegration: { is: ['Disconnected'] },
      importRecords: { is: ['RecordsImported', 'RecordsPartlyImported'] },
      importCsv: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { import: { is: ['CsvImport'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      exportPerson: { is: ['PersonExport'] },
      erasePerson: { is: ['Erasure'] },
      getErasure: { is: ['Erasure'] },
      listTools: { is: ['OfferedTools'] },
      callTool: {
        fields: {
          items: { text: 'The sources of this page, newest first.', is: ['Source'] },
          notes: {
            text: 'What is to know of the answer: words that nothing has, and why there is no result.',
          },
          pagination: { text: 'Where the list stands.', is: ['Pagination'] },
          stale: {
            text: 'The answer lacks some of what was accepted before the call. Absent: it is current.',
            is: ['Staleness'],
          },
          customer: {
            text: 'The customer that was asked for; null for the whole organization.',
            is: ['CustomerReference'],
          },
          timeframe: {
            text: 'What was looked at: the window that was asked for or is the default, `30d`; null where dates were given.',
          },
          users: { text: 'The people there. With the section `users`.', is: ['CustomerUser'] },
          revenue: { text: 'Money in cents.', is: ['CustomerRevenue'] },
          recentTimeline: {
            text: 'What happened lately. With the section `recentTimeline`.',
            fields: {
              type: { text: 'Such as `PAGE_VIEW`.' },
              title: { text: 'What it is called, for people.' },
              contact: { text: 'Name or e-mail address of the person.' },
              occurredAt: { text: 'When it happened.' },
            },
          },
          behaviorMetrics: {
            text: 'Counts of what happened. With the section `behaviorMetrics`.',
            is: ['BehaviorMetrics'],
          },
          enrichment: {
            text: 'What a provider says of the company. With the section `enrichment`.',
            is: ['Enrichment'],
          },
          user: { text: 'The person.', is: ['UserProfile'] },
          keys: {
            text: 'The keys by which they are known, those of most events first; at most 200.',
            is: ['IdentityKey'],
          },
          events: { text: 'The entries of this page, newest first.', is: ['TimelineEvent'] },
          facts: { text: 'The facts of this page.', is: ['Fact'] },
          id: { text: 'Names the feedback.' },
          person: {
            text: 'The person whom it is about; null for a fact about a whole customer.',
            is: ['PersonReference'],
          },
          assertion: { text: 'What is held to be true, in a sentence.' },
          reasoning: { text: 'Why it is held to be true.' },
          factType: { text: 'A FactType, or an internal one that filters refuse.' },
          factCategory: { text: 'A FactCategory.' },
          status: { text: 'Where it stands; `CANDIDATE` is not confirmed yet.' },
          confidence: { text: '0 to 1.' },
          priority: { text: 'How much it matters, in the words of who stated it.' },
          severity: { text: 'How bad it is, in the words of who stated it.' },
          occurredAt: { text: 'When it happened. ISO 8601, UTC.' },
          detectedAt: { text: 'When it was first found. ISO 8601, UTC.' },
          validFrom: { text: 'From when on it holds. ISO 8601, UTC.' },
          validUntil: { text: 'Until when it held; null while it holds. ISO 8601, UTC.' },
          lastDetectedAt: { text: 'When it was last found again. ISO 8601, UTC.' },
          periodStart: { text: 'Of a measurement: begin of what was measured. ISO 8601, UTC.' },
          periodEnd: { text: 'Of a measurement: end of what was measured. ISO 8601, UTC.' },
          changePointDate: { text: 'When the metric began to change. ISO 8601, UTC.' },
          linkedSourceRef: {
            text: 'The source that it is linked to.',
            fields: {
              sourceType: { text: 'What kind of source it is.' },
              sourceId: { text: "The source's id within its type." },
              occurredAt: { text: 'When the source happened. ISO 8601, UTC.' },
              permalink: { text: 'Where the source can be opened.' },
            },
          },
          sourceMetadata: {
            text: 'The same as the fields of the source beside it.',
            is: ['FactSourceMetadata'],
          },
          evidenceCount: { text: 'How many pieces of evidence there are.' },
          occurrenceCount: { text: 'How often it was found.' },
          metricName: { text: 'What was measured.' },
          metricValue: { text: 'What came out, in `metricUnit`.' },
          metricPreviousValue: { text: 'What came out in the period before, in `metricUnit`.' },
          metricDelta: { text: 'The change from the period before, in `metricUnit`.' },
          metricUnit: { text: 'Such as `days` or `percent`.' },
          evidence: { text: 'Given when evidence was asked for.', is: ['FactEvidence'] },
          sourceType: { text: 'What kind of source it is.' },
          sourceId: { text: 'Its id within its type.' },
          sourceOccurredAt: { text: 'When the source happened. ISO 8601, UTC.' },
          sourceQuote: { text: 'The words in the source that say it.' },
          permalink: { text: 'Where it can be opened.' },
          title: { text: 'Its name.' },
          summary: { text: 'A summary.' },
          provider: { text: 'Id of the integration it came from.' },
          participants: { text: 'Who took part.', is: ['SourceParticipant'] },
          record: {
            text: 'What only this source type has: transcript, thread, ticket, deal fields.',
            is: ['JsonObject'],
          },
          total: {
            text: "How many sources and facts have the query's words, without weak ones unless these are given. What is near in meaning alone isn't counted: that has no bound.",
          },
          weakTotal: { text: 'How many are weak.' },
          groups: { text: 'With `groupBy`: one a result, in the same order.', is: ['SearchGroup'] },
          totalCustomers: { text: 'With `groupBy`: of how many known customers the `total` is.' },
          results: {
            text: 'What fits, best first; with `groupBy` the best of each customer.',
            is: ['FactSearchResult', 'SourceSearchResult'],
          },
          success: { text: 'True: else the answer is an error.' },
          data: {
            text: 'One object a row. Times in ISO 8601, UTC; integers beyond 2^53 as strings.',
            is: ['JsonObject'],
          },
          columns: {
            text: 'Its columns, in their order.',
            fields: {
              name: { text: 'What it is called in SQL.' },
              type: { text: 'Its type.' },
              description: { text: 'What it holds.' },
              values: {
                text: 'Of `activity.event_type` and `activity.event_name`: what occurs, the most frequent first; at most 100.',
              },
            },
          },
          asOf: {
            text: 'What was accepted before this time is in the answer, unless that says `stale`. Absent: the server is older. ISO 8601, UTC.',
          },
          metadata: {
            text: 'How the query went.',
            fields: {
              rowsReturned: { text: 'How many rows came.' },
              executionTimeMs: { text: 'How long it ran, in milliseconds.' },
              truncated: { text: 'True when rows are missing: the answer is not whole.' },
            },
          },
          name: { text: 'What it is called in SQL.' },
          description: { text: 'What a row of it is.' },
          exampleQueries: { text: 'Queries that run as they stand.' },
          views: { text: 'Each with its columns and examples.', is: ['ViewDescription'] },
          tables: {
            text: 'Their names, for readers that know views as tables.',
            fields: { name: { text: 'The name of the view.' } },
          },
          ok: { text: 'It is durable; of a dry run, that it could be sent.' },
          deliveries: {
            text: 'One for each destination; none of a dry run.',
            fields: {
              destinationId: { text: 'Where it goes.' },
              status: {
                text: '`ENQUEUED`: it is sent within a second. The destination says what became of it.',
              },
              providerEventId: { text: "What the receiver calls it; null where it isn't known." },
            },
          },
          preview: {
            text: 'Of a dry run: what each destination would show. Absent otherwise.',
            is: ['NotificationPreview'],
          },
          createdAt: { text: 'When it was taken. ISO 8601, UTC.' },
        },
      },
      getAutomationOptions: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['AutomationOptions'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      listAutomations: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { automations: { is: ['Automation'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      createAutomation: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { automation: { is: ['Automation'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      getAutomation: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { automation: { is: ['Automation'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      updateAutomation: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { automation: { is: ['Automation'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      enableAutomation: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { automation: { is: ['Automation'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      disableAutomation: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { automation: { is: ['Automation'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      previewAutomation: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['AutomationPreview'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      listAutomationRuns: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: {
                text: 'The answer itself.',
                fields: { runs: { is: ['AutomationRun'] }, pagination: { is: ['Pagination'] } },
              },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      getAutomationRun: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { run: { is: ['AutomationRun'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      archiveAutomation: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { automation: { is: ['Archived'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      getSignalOptions: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['SignalOptions'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      listSignals: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { signals: { is: ['Signal'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      createSignal: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { signal: { is: ['Signal'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      previewSignal: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['SignalPreview'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      getSignal: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { signal: { is: ['Signal'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      updateSignal: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { signal: { is: ['Signal'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      archiveSignal: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { signal: { is: ['Archived'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      getDestinationOptions: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['DestinationOptions'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      listDestinations: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { destinations: { is: ['Destination'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      createDestination: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['CreatedDestination'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      getDestination: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { destination: { is: ['DestinationDetail'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      updateDestination: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { destination: { is: ['Destination'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      disableDestination: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { destination: { is: ['Destination'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      enableDestination: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { destination: { is: ['Destination'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      resendDeliveries: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['ResentDeliveries'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      archiveDestination: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { destination: { is: ['Archived'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      listDeliveries: { is: ['DeliveryList'] },
      listSkippedRuns: { is: ['SkippedRunList'] },
      getWorkspaceSettings: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { settings: { is: ['WorkspaceSettings'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      updateWorkspaceSettings: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { settings: { is: ['WorkspaceSettings'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      getTrackingSettings: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { tracking: { is: ['TrackingSettings'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      updateTrackingSettings: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { tracking: { is: ['TrackingSettings'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      getRetentionSettings: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: {
                text: 'The answer itself.',
                fields: { retention: { is: ['RetentionSettings'] }, loss: { is: ['RetentionLoss'] } },
              },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      updateRetentionSettings: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: {
                text: 'The answer itself.',
                fields: { retention: { is: ['RetentionSettings'] }, loss: { is: ['RetentionLoss'] } },
              },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      getReportSettings: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { report: { is: ['ReportSettings'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      updateReportSettings: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { report: { is: ['ReportSettings'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      getReportSettingsOptions: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { chat: { is: ['ChatOptions'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      listAudit: { is: ['AuditList'] },
      getUsage: { is: ['WorkspaceUsage'] },
      listQuarantine: { is: ['QuarantineList'] },
      retryQuarantine: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['QuarantineRetry'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      listViews: { is: ['ViewList'] },
      createView: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['ViewFound'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      getView: { is: ['ViewFound'] },
      updateView: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['ViewFound'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      archiveView: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['SavedArchived'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      listQuestions: { is: ['QuestionList'] },
      createQuestion: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['QuestionFound'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      getQuestion: { is: ['QuestionFound'] },
      updateQuestion: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['QuestionFound'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      archiveQuestion: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['SavedArchived'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      listDashboards: { is: ['DashboardList'] },
      createDashboard: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['DashboardFound'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      getDashboard: { is: ['DashboardFound'] },
      updateDashboard: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['DashboardFound'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      archiveDashboard: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['SavedArchived'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      listIdentityLinks: { is: ['IdentityLinks'] },
      joinIdentities: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['IdentityDecision'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      separateIdentities: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['IdentityDecision'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      getIdentityMergeEvidence: { is: ['MergeEvidence'] },
      undoIdentityMerge: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['MergeUndone'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      listIdentityMergeSuggestions: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['MergeSuggestionList'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      getIdentityMergeSuggestion: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['MergeSuggestionFound'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      queueIdentityMergeSuggestion: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['MergeReview'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      rejectIdentityMergeSuggestion: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['MergeReview'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      explainEvent: { is: ['EventExplanation'] },
      followEvents: { is: ['FollowedEvents'] },
      streamEvents: { is: ['LiveEvent'] },
      importEvents: { is: ['EventsImported', 'EventsPartlyImported'] },
      listRejections: { is: ['RejectionList'] },
      getIngestStats: { is: ['IngestStats'] },
      listAgentTemplates: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { templates: { is: ['AgentTemplate'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      listAgentActions: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { actions: { is: ['AgentAction'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      listAgents: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { agents: { is: ['AgentSummary'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      createAgent: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { agent: { is: ['AgentSummary'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      getAgent: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { agent: { is: ['AgentDetail'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      updateAgent: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { agent: { is: ['AgentSummary'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      enableAgent: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { agent: { is: ['AgentSummary'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      disableAgent: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { agent: { is: ['AgentSummary'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      renameAgent: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { agent: { is: ['AgentSummary'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      listAgentRuns: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: {
                text: 'The answer itself.',
                fields: { runs: { is: ['AgentRunSummary'] }, pagination: { is: ['Pagination'] } },
              },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      startAgentRun: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['StartedAgentRun'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      getAgentRun: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { run: { is: ['AgentRunDetail'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      getCustomerActivation: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { activation: { is: ['Activation'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      updateCustomerActivation: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', is: ['UpdatedActivation'] },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      previewCustomerActivation: {
        fields: {
          ok: { text: 'The command succeeded.' },
          commandId: { text: 'Which command it was.' },
          commandVersion: { text: 'The version of its contract.' },
          correlationId: { text: 'Names the request, for support.' },
          result: {
            text: 'The result.',
            fields: {
              operationId: { text: 'Absent in the answer to a rejected merge suggestion.' },
              status: { text: 'It is done.' },
              resources: { text: 'What was read or changed.', is: ['CommandResource'] },
              data: { text: 'The answer itself.', fields: { preview: { is: ['ActivationPreview'] } } },
              warnings: { text: 'Warnings about the answer.' },
              stale: {
                text: 'The answer lacks some data accepted before the request. Absent: it is current.',
                is: ['Staleness'],
              },
              auditId: { text: "The audit log's entry of the change; absent when nothing changed." },
            },
          },
        },
      },
      startCliAuth: { is: ['CliAuthRequest'] },
      pollCliAuth: { is: ['CliAuthStatus'] },
      receiveWebhook: { is: ['WebhookReceived'] },
      getOpenApi: { text: 'OpenAPI 3.1.0.', is: ['JsonObject'] },
    },
  },
  RunStatus: { text: 'How a run of an automation stands.' },
  RunsQuery: { text: 'A page of runs, newest first.', fields: { limit: { text: '1 to 100, default 20.' } } },
  SavedArchived: {
    text: 'Something saved that is gone.',
    fields: { id: { text: 'Its id.' }, archivedAt: { text: 'When.' } },
  },
  SchemaInput: {
    text: 'Input of `svc_schema`.',
    examples: [{ table: 'activity' }],
    fields: { table: { text: 'One view. Absent: all.', examples: ['activity'] } },
  },
  SchemaOutput: {
    text: 'Output of `svc_schema`: one view when `table` was given, else all.',
    is: ['ViewDescription', 'AllViewsDescription'],
  },
  SearchCustomerContextInput: {
    text: 'Input of `svc_search_customer_context`.',
    examples: [{ query: 'worried about the price', topK: 5 }],
    fields: {
      query: { text: '2 to 2,000 characters once trimmed.', examples: ['worried about the price'] },
      customer: {
        text: "A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address. Absent or null: the whole organization.",
      },
      topK: { text: '1 to 50, default 20.' },
      after: { text: 'Occurred at this time or later. ISO 8601, UTC.' },
      before: { text: 'Occurred at this time or earlier. ISO 8601, UTC.' },
      sourceTypes: { text: 'Empty or absent: all.', is: ['SourceTypeInput'] },
      groupBy: { text: '`customer`: the best result of each customer, and in `groups` how many each has.' },
      includeWeak: {
        text: 'Also results with one of several words only. Default: only where there are no others.',
      },
    },
  },
  SearchCustomerContextOutput: {
    text: 'Best first; one result an artifact.',
    fields: {
      customer: {
        text: 'The customer that was asked for; null for the whole organization.',
        is: ['CustomerReference'],
      },
      total: {
        text: "How many sources and facts have the query's words, without weak ones unless these are given. What is near in meaning alone isn't counted: that has no bound.",
      },
      weakTotal: { text: 'How many are weak.' },
      groups: { text: 'With `groupBy`: one a result, in the same order.', is: ['SearchGroup'] },
      totalCustomers: { text: 'With `groupBy`: of how many known customers the `total` is.' },
      notes: { text: 'What is to know of the answer: words that nothing has, and why there is no result.' },
      results: {
        text: 'What fits, best first; with `groupBy` the best of each customer.',
        is: ['FactSearchResult', 'SourceSearchResult'],
      },
    },
  },
  SearchGroup: {
    text: 'Of one customer, how much fits.',
    fields: {
      customer: { text: 'The customer; null for what is about nobody known.', is: ['CustomerReference'] },
      total: { text: "How many of its artifacts have the query's words." },
    },
  },
  SearchHit: {
    text: 'What every result says of how it was found.',
    fields: {
      score: { text: 'How well it fits; higher is better. Compares results of one search only.' },
      weak: {
        text: "It has a single one of the query's several words, and not the telling one. Such results come behind all others, and only if `includeWeak` asks for them or there are no others.",
      },
      matchedWords: {
        text: "The query's words that it has, in any of their forms. Empty where only the meaning fits.",
      },
      matchCount: { text: 'How many passages fit.' },
      matches: { text: 'At most two.', is: ['SearchMatch'] },
    },
  },
  SearchMatch: {
    text: 'Where a result matched.',
    fields: {
      text: { text: 'The passage that fits.' },
      occurredAt: { text: 'When it was said. ISO 8601, UTC.' },
    },
  },
  SendNotificationInput: {
    text: 'Input of `svc_send_notification`.',
    examples: [{ title: 'Alder Logistics asks for a call', markdown: 'They **renew** in May.' }],
    fields: {
      title: { text: '1 to 160 characters once trimmed.' },
      markdown: { text: 'The body for people, preferred to `message`; up to 100,000 characters.' },
      message: { text: 'Up to 1,200 characters.' },
      severity: { text: 'How urgent it is, for whoever receives it.' },
      source: { text: 'What it comes from, up to 120 characters.' },
      subject: { text: 'What it is about, up to 240 characters.' },
      payload: { text: 'Any JSON value, up to 100,000 bytes serialized.' },
      destinations: {
        text: '1 to 10: ids of destinations, or channels. Absent, and no `destinationIds` either: the default destination.',
        is: ['ChatDestinationInput'],
      },
      destinationIds: { text: '1 to 10 ids; added to `destinations`.' },
      dryRun: { text: 'Sends nothing, and answers with what each destination would show. Default false.' },
    },
  },
  SendNotificationOutput: {
    text: 'Output of `svc_send_notification`: a delivery for each destination.',
    fields: {
      ok: { text: 'It is durable; of a dry run, that it could be sent.' },
      deliveries: {
        text: 'One for each destination; none of a dry run.',
        fields: {
          destinationId: { text: 'Where it goes.' },
          status: { text: '`ENQUEUED`: it is sent within a second. The destination says what became of it.' },
          providerEventId: { text: "What the receiver calls it; null where it isn't known." },
        },
      },
      preview: {
        text: 'Of a dry run: what each destination would show. Absent otherwise.',
        is: ['NotificationPreview'],
      },
    },
  },
  SeparateIdentitiesBody: {
    text: 'Which two are to be apart.',
    examples: [{ left: 'jane@acme.example', right: 'user:u-17', notes: 'They share a laptop.' }],
    fields: {
      left: { text: 'A key of a person (`jane@acme.example`, `user:u-17`), or the id of a customer here.' },
      right: { text: 'The other one, of the same kind.' },
      notes: { text: 'Why; up to 10,000 characters.' },
    },
  },
  Session: {
    text: 'Who asks, and what they may do.',
    fields: {
      signedIn: {
        text: 'Whether somebody asks who is known: a person who signed in, or the holder of an API key.',
      },
      user: {
        text: 'The person; null: nobody, or the holder of an API key.',
        fields: {
          id: { text: "Their id among the workspace's users." },
          email: { text: 'Their e-mail address.' },
          name: { text: 'Their name.' },
          role: { text: 'What they are here.' },
        },
      },
      grants: { text: 'What they may do.' },
      organization: {
        text: 'The workspace; null where nobody is known.',
        fields: {
          id: { text: 'Its id.' },
          name: { text: 'Its name, for people.' },
          slug: { text: 'Its name in lower case, digits and hyphens.' },
        },
      },
      expiresAt: { text: 'When the session ends unless it is used; null: there is none. ISO 8601, UTC.' },
      isSecure: {
        text: 'Whether the session is protected by TLS. False: by plain http anybody in between can take it.',
      },
      needsOrganization: {
        text: 'Whether there are several workspaces here, so that a sign-in has to name one.',
      },
      ways: {
        text: 'The ways to sign in.',
        fields: {
          password: { text: 'By e-mail address and password.' },
          openId: {
            text: 'By an identity provider; null: none is set up.',
            fields: { label: { text: 'What the provider is called.' }, url: { text: 'Where to go.' } },
          },
        },
      },
    },
  },
  SessionOperation: { text: 'The name of a route behind the cookie of a session.' },
  SetupStepBody: {
    text: 'Runs a follow-up step; without `config`, tells what it needs.',
    examples: [{ provider: 'crm-a', step: 'mappings' }],
    fields: {
      provider: { text: 'Provider id or alias.' },
      step: { text: "A step's id or token, such as `mappings` or `webhooks`." },
      config: { text: '`{ mappings }` for a CRM, `{ webhookSecret }` for webhooks.', is: ['JsonObject'] },
    },
  },
  SetupStepResult: {
    text: 'The state of a setup step. Further keys depend on the provider.',
    fields: {
      status: {
        text: '`config_required`: `config` is to be given; `manual_setup_required`: something is to be entered at the provider; `completed`: done.',
      },
      provider: { text: "The provider's id." },
      step: { text: 'Canonical id of the step.' },
      connectionId: { text: 'Names the connection.' },
      pipelines: { text: "A CRM's pipelines, when `config` was omitted.", is: ['CrmPipeline'] },
      recommendation: { text: 'A recommended mapping, usable as `config.mappings`.', is: ['CrmMapping'] },
      mappings: { text: 'The saved mappings; null: none yet.', is: ['CrmMapping'] },
      setup: {
        text: 'What to enter at the provider by hand.',
        fields: {
          mode: { text: 'By hand, at the provider.' },
          webhookUrl: { text: 'Where the provider sends to.' },
          headers: { text: 'What each request must carry.' },
          secret: {
            text: 'The secret to sign with; null when the provider creates it, or sends it in a header.',
          },
          requiredEvents: { text: 'Events to subscribe to.' },
          docsUrl: { text: "The provider's documentation; null: none." },
          status: { text: 'Whether a webhook was received already.' },
        },
      },
      nextActions: { text: 'Commands of the command-line client.' },
      setupProgress: {
        text: "The progress of the provider's setup.",
        fields: {
          currentState: { text: 'Such as `configuration_required`.' },
          blockingStep: {
            text: 'What keeps it from being ready; null: nothing.',
            fields: {
              id: { text: 'Canonical id of the step.' },
              provider: { text: "The provider's id." },
              label: { text: 'For people.' },
              apiStep: { text: "What to name in `step`; null: it isn't done by this route." },
              required: { text: "Whether the provider's data is incomplete without it." },
            },
          },
          nextAction: {
            text: 'What to do next; null: nothing.',
            fields: {
              id: { text: 'Such as `configure-crm-mapping`.' },
              provider: { text: "The provider's id." },
              label: { text: 'For people.' },
              command: { text: 'The command that does it.' },
            },
          },
        },
      },
    },
  },
  Signal: {
    text: 'Something worth noticing in the stream of events.',
    fields: {
      id: { text: 'A uuid.' },
      key: { text: 'Such as `signal:trial-started`: of the first name it had.' },
      name: { text: 'For people.' },
      schemaVersion: { text: "Of the definition's form." },
      configHash: {
        text: 'Another one when, and only when, name, description, definition or archiving changed; for `If-Match`.',
      },
      description: { text: 'For people.' },
      definition: { text: 'As it was written, defaults filled in.' },
      archivedAt: { text: 'When it was archived; null while it is in use.' },
      createdAt: { text: 'Since when it sees events.' },
      updatedAt: { text: 'When it was last changed.' },
      managedBy: { text: 'Who made it.' },
      kind: { text: 'Which form its definition has.' },
    },
  },
  SignalBody: {
    text: 'Body to create a signal, and, whole again, to update one.',
    examples: [
      {
        kind: 'EVENT_MATCH',
        name: 'Trial started',
        definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['trial_started'] },
      },
    ],
    fields: {
      kind: { text: 'Events happen often, stop, or change, at one customer.' },
      name: { text: '1 to 120 characters.' },
      description: { text: 'At most 1,000 characters. Default null.' },
      definition: { text: 'How.', is: ['EventPatternDefinition'] },
    },
  },
  SignalDetection: {
    text: 'What an `EVENT_PATTERN` signal looks for.',
    fields: {
      type: {
        text: 'All the people of a customer who were active before have come to be inactive, as of the end of a day (UTC).',
      },
      eventNames: { text: 'With `exact`: 1 to 50.' },
      eventChannels: { text: 'Only those; none: any.' },
      propertyConditions: { text: 'At most 5; all of them hold.', is: ['PropertyCondition'] },
      threshold: {
        text: 'How many.',
        fields: { operator: { text: 'At least so many, or more.' }, count: { text: '1 to 10,000.' } },
      },
      window: { text: 'The days that end with it.', is: ['DayWindow'] },
      eventNameMode: {
        text: '`exact` (the default): those of `eventNames`; `all_except`: all but `excludeEventNames`.',
      },
      excludeEventNames: { text: 'With `all_except`: at most 50.' },
      metric: { text: 'Days with product activity.' },
      operator: { text: 'How the active days compare to `count`.' },
      count: { text: '0 to 365.' },
      minimumObservedAgeDays: {
        text: "Customers are looked at once they are known for so many days. Default: the window's for `<` and `<=`, else none.",
      },
      baselineWindow: { text: 'The days before those.', is: ['DayWindow'] },
      dropPercent: { text: '1 to 100: how much smaller that part is.' },
      minimumBaselineActiveDays: {
        text: 'Customers who were active on fewer days of the baseline are skipped.',
      },
      minimumBaselineEventCount: {
        text: 'Customers with fewer events of product activity in the baseline are skipped.',
      },
      priorWindow: { text: 'The days before `inactiveWindow` in which they were active.', is: ['DayWindow'] },
      inactiveWindow: {
        text: 'The days that end with it, without activity of any of them.',
        is: ['DayWindow'],
      },
      minimumPriorActiveDays: { text: 'On how many days of `priorWindow` somebody was active who counts.' },
      minimumPreviouslyActiveUsers: { text: 'How many such people there have to be.' },
    },
  },
  SignalOccurrence: {
    text: 'An occurrence of a signal.',
    fields: {
      id: { text: 'Uuid; follows from the signal and what was seen.' },
      signalId: { text: 'The signal that was seen.' },
      grain: { text: 'What it is about.' },
      subjectType: { text: 'The same as `grain`.' },
      subjectId: { text: 'Of what it is about: the id of the customer, the organization or the segment.' },
      customerId: { text: 'The customer that it is about now, merges included; null: none.' },
      occurredAt: { text: 'By the time of its events; of what the clock finds, the end of the window.' },
      detectedAt: { text: 'When it was found.' },
      createdAt: { text: 'The same as `detectedAt`.' },
      updatedAt: { text: 'When it changed last.' },
    },
  },
  SignalOptions: {
    text: 'What can be chosen when a signal is made.',
    fields: {
      conditionTypes: {
        text: 'What an automation can wait for.',
        fields: {
          id: { text: 'Its id.' },
          label: { text: 'For people.' },
          triggerType: { text: "The automation's trigger." },
        },
      },
      signalKinds: {
        text: 'The forms of definitions.',
        fields: {
          kind: { text: 'The `kind` of a signal.' },
          description: { text: 'For people.' },
          schemaFormat: { text: 'What the schemas are written in.' },
          createSchema: { text: 'JSON Schema of its `definition`.', is: ['JsonObject'] },
          detectionTypes: {
            text: 'Of `EVENT_PATTERN`: what its `detection` may be.',
            fields: {
              type: { text: 'The `type` of a detection.' },
              schemaFormat: { text: 'What the schema is written in.' },
              definitionSchema: { text: 'JSON Schema of the `detection`.', is: ['JsonObject'] },
            },
          },
        },
      },
      catalog: {
        text: 'Signals that many want: a definition names the one it was made from as `catalogSource`.',
        fields: {
          key: { text: 'Its name in `catalogSource.key`.' },
          label: { text: 'For people.' },
          conditionId: { text: 'Its condition.' },
          eventName: { text: 'The event that it is about; null: none in particular.' },
          eventChannel: { text: "That event's channel." },
          state: { text: '`AVAILABLE`.' },
          selectable: { text: 'Whether a signal can be made from it now.' },
          statusLabel: { text: 'Why not, for people; null where it can.' },
          materializedSignalId: { text: 'The signal that was made from it; null: none yet.' },
          definition: {
            text: 'With which it is made: the `definition` of an `EVENT_PATTERN` signal.',
            is: ['JsonObject'],
          },
        },
      },
    },
  },
  SignalPreview: {
    text: 'What a signal would have found over the last days.',
    fields: {
      from: { text: 'The start of the time looked at. ISO 8601, UTC.' },
      to: { text: 'Its end: now. ISO 8601, UTC.' },
      timezone: { text: 'The time zone of the days.' },
      occurrenceCount: { text: 'All occurrences.' },
      customerCount: { text: 'Customers at whom there were any.' },
      byDay: {
        text: 'Days with occurrences, oldest first.',
        fields: {
          day: { text: 'Such as `2026-06-01`, in that time zone.' },
          occurrences: { text: 'Occurrences on it.' },
          customers: { text: 'Customers at whom there were any on it.' },
        },
      },
      occurrences: { text: 'The newest first; at most 200 are returned.', is: ['PreviewOccurrence'] },
      truncated: {
        text: 'There were more than 10,000: the earliest of them are looked at, and the counts are lower bounds.',
      },
    },
  },
  SkippedRun: {
    text: 'Something that an automation did not act on.',
    fields: {
      id: { text: 'Its id, as of a run.' },
      reason: { text: 'Which condition held it back, such as `COOLDOWN` or `AUDIENCE`.' },
      explanation: { text: 'The same in words.' },
      customers: {
        text: 'The customers that it is about.',
        fields: {
          id: { text: "The customer's id." },
          name: { text: 'Its name; null when unknown, or when the key lacks `customer_intelligence:read`.' },
        },
      },
      eventId: { text: "The event; null where it isn't one." },
      eventName: { text: "The event's name." },
      occurredAt: { text: 'When what it is about happened. ISO 8601, UTC.' },
      skippedAt: { text: 'When it was skipped. ISO 8601, UTC.' },
    },
  },
  SkippedRunList: {
    fields: {
      items: { text: 'Newest first.', is: ['SkippedRun'] },
      pagination: { text: 'The position in the list.', is: ['Pagination'] },
      stale: {
        text: 'The answer lacks some of what was accepted before the request. Absent: it is current.',
        is: ['Staleness'],
      },
    },
  },
  Source: {
    text: 'A record that facts and search results rest on: a call, an e-mail, a ticket, a deal.',
    fields: {
      sourceType: { text: 'What kind of source it is.' },
      sourceId: { text: 'Its id within its type.' },
      occurredAt: { text: 'When it happened. ISO 8601, UTC.' },
      title: { text: 'Its name.' },
      summary: { text: 'A summary.' },
      permalink: { text: 'Where it can be opened.' },
      provider: { text: 'Id of the integration it came from.' },
      customer: { text: 'Which customer it is about.', is: ['CustomerReference'] },
      participants: { text: 'Who took part.', is: ['SourceParticipant'] },
      record: {
        text: 'What only this source type has: transcript, thread, ticket, deal fields.',
        is: ['JsonObject'],
      },
    },
  },
  SourceParticipant: {
    text: 'Someone who took part in a source record.',
    fields: {
      email: { text: 'Their e-mail address.' },
      name: { text: 'Their name.' },
      role: { text: 'What they did in it, such as `organizer`.' },
      affiliation: { text: '`internal`: of the workspace.' },
      resolvedUserId: { text: "The person's id here; null while nobody is known by that address." },
    },
  },
  SourceRecordInput: {
    text: 'A call, mail, ticket, deal, meeting or chat. Its key: `sourceType` and `sourceId`.',
    fields: {
      kind: { text: 'Tells it from other records.' },
      sourceType: { text: 'What kind of source it is; aliases are taken.' },
      sourceId: { text: 'What the system that it comes from calls it.' },
      occurredAt: { text: 'ISO 8601 with a zone.' },
      title: { text: 'Its name.' },
      text: { text: 'What was said or written: up to 1,000,000 characters.' },
      summary: { text: 'A summary.' },
      permalink: { text: 'Its web page: http or https.' },
      provider: { text: 'Id of the integration that it comes from.' },
      customer: {
        text: 'Default: the customer that its external participants belong to.',
        fields: {
          id: { text: "The customer's id here." },
          customerId: { text: 'Your own id of the account.' },
          domain: { text: 'A domain of the company.' },
          email: { text: 'The e-mail address of somebody there.' },
        },
      },
      participants: { text: 'Up to 500.', is: ['ParticipantInput'] },
      record: {
        text: 'Fields of this source type: stage and amount of a deal, priority of a ticket.',
        is: ['JsonObject'],
      },
    },
  },
  SourceSearchResult: {
    text: 'A source record that matched.',
    fields: {
      kind: { text: 'Tells it from a fact.' },
      sourceType: { text: 'What kind of source it is.' },
      sourceId: { text: 'Its id within its type.' },
      occurredAt: { text: 'When it happened. ISO 8601, UTC.' },
      title: { text: 'Its name.' },
      permalink: { text: 'Where it can be opened.' },
      customer: {
        text: 'Which customer it is about; null while nobody is known.',
        is: ['CustomerReference'],
      },
      participants: {
        text: 'Who took part, at most 20; svc_get_source shows all.',
        is: ['SourceParticipant'],
      },
      context: {
        text: 'What was said around it, of a chat.',
        fields: {
          text: { text: 'The messages around it.' },
          sourceRef: {
            text: 'The chat that they stand in.',
            fields: {
              sourceType: { text: 'Always a chat.' },
              sourceId: { text: 'What the chat app calls it.' },
            },
          },
        },
      },
      score: { text: 'How well it fits; higher is better. Compares results of one search only.' },
      weak: {
        text: "It has a single one of the query's several words, and not the telling one. Such results come behind all others, and only if `includeWeak` asks for them or there are no others.",
      },
      matchedWords: {
        text: "The query's words that it has, in any of their forms. Empty where only the meaning fits.",
      },
      matchCount: { text: 'How many passages fit.' },
      matches: { text: 'At most two.', is: ['SearchMatch'] },
    },
  },
  SourceType: { text: 'A kind of source record, by its canonical name.' },
  SourceTypeInput: {
    text: "What an input takes for a source type; blanks around it and its case don't count.",
  },
  Staleness: {
    text: 'Why an answer lacks something.',
    fields: {
      reason: { text: 'For people, such as `The read models are being restarted.`' },
      behindSeconds: {
        text: 'How long ago the server accepted the oldest that the answer lacks, in seconds: all that came before is in it. Null when nobody can tell.',
      },
    },
  },
  StartAgentRunBody: {
    fields: {
      clientRequestId: {
        text: 'Names this start for good: sent again, it starts nothing new. 1 to 191 characters.',
        examples: ['monday'],
      },
    },
  },
  StartCliAuthBody: {
    text: 'Who requests access, and which: shown to the person who approves.',
    fields: {
      client: {
        text: 'What the key will be called. Default: taken from `User-Agent`.',
        examples: ['svc on ada-laptop'],
      },
      grants: { text: 'Requested grants. Default: read-only. The person who approves may grant less.' },
    },
  },
  StartSessionBody: {
    text: 'Who signs in.',
    examples: [{ email: 'ada@acme.example', password: 'correct horse battery' }],
    fields: {
      email: { text: 'Their e-mail address.' },
      password: { text: 'Their password.' },
      organization: { text: 'The workspace, by its slug or id. Needed where the server has several.' },
    },
  },
  StartedAgentRun: {
    text: 'A run that was started.',
    fields: {
      run: { text: 'Its current state.', is: ['AgentRunSummary'] },
      agentRunId: { text: 'Names the run.' },
      runId: { text: 'The public id of the run: the same.' },
      startedSandbox: { text: 'Runs have no sandbox here: false.' },
      status: { text: 'Its current status; it is executed in the background.' },
      startupError: {
        text: 'Why it could not be started.',
        fields: {
          code: { text: 'For programs.' },
          message: { text: 'For people.' },
          retryable: { text: 'Whether it may be retried.' },
        },
      },
    },
  },
  StoredLiveEvent: {
    text: 'An event as it was accepted, from the log: whose it is follows in a `read`.',
    fields: {
      type: { text: 'It is durable.' },
      event: {
        text: 'The event.',
        fields: {
          uuid: { text: 'Lower case.' },
          receivedAt: { text: 'When the server accepted it. ISO 8601, UTC.' },
          occurredAt: { text: 'When it happened. ISO 8601, UTC.' },
          source: { text: 'Who sent it.' },
          eventType: { text: 'Such as `CUSTOM_EVENT`.' },
          eventName: { text: 'What happened.' },
          url: { text: "The page's address." },
          path: { text: "The page's path." },
          properties: { text: 'Its properties.', is: ['JsonObject'] },
          stated: {
            text: 'What it says of its person itself; each null where it says nothing.',
            fields: {
              email: { text: 'An e-mail address.' },
              userId: { text: 'Your id of the person.' },
              customerId: { text: 'Your id of the customer.' },
              visitorId: { text: 'The browser.' },
            },
          },
        },
      },
    },
  },
  StreamEventsQuery: {
    text: 'What of the stream is wanted. Absent filters take everything.',
    fields: {
      after: {
        text: 'Where to go on, as `next` and the ids of the stream say. Absent: from now on. A `Last-Event-ID` header goes before it.',
      },
      status: {
        text: 'Only this: `accepted`, `duplicate` (repetitions alone), `rejected`; several by commas.',
        examples: ['accepted,rejected'],
      },
      eventType: {
        text: 'Only events of these types, such as `PAGE_VIEW`; several by commas.',
        examples: ['CUSTOM_EVENT,FORM_SUBMITTED'],
      },
      eventName: { text: 'Only events of these names; several by commas.', examples: ['Project created'] },
      person: {
        text: 'Only events of this person: their id here, or their e-mail address. They come once that is known.',
        examples: ['edith.garland@alder-logistics.example'],
      },
      customer: {
        text: 'Only events of this customer: its id, domain or name. They come once that is known.',
        examples: ['alder-logistics.example'],
      },
    },
  },
  StreamOperation: { text: 'The name of a route behind an API key that answers with a stream.' },
  SubmitFeedbackInput: {
    text: 'Body of `POST /api/feedback`, and input of `svc_submit_feedback`.',
    examples: [{ body: 'The timeline should show the plan.', area: 'timeline' }],
    fields: {
      body: {
        text: '1 to 20,000 characters once trimmed.',
        examples: ['The timeline should show the plan.'],
      },
      area: { text: 'The part of the product it is about; 1 to 100 characters once trimmed.' },
      context: { text: 'Up to 16 KiB serialized. Must not carry secrets.', is: ['JsonObject'] },
    },
  },
  SubmitFeedbackOutput: {
    text: 'The feedback is saved.',
    fields: { id: { text: 'Names the feedback.' }, createdAt: { text: 'When it was taken. ISO 8601, UTC.' } },
  },
  SyncIntegrationBody: {
    text: 'Starts a sync.',
    examples: [{ provider: 'billing-a' }],
    fields: {
      provider: { text: 'Provider id or alias.' },
      acceptDeletions: {
        text: 'Walks everything, and takes away whatever is gone there, however much that is: for when sync-status tells that something was held. Default false.',
      },
    },
  },
  SyncRun: {
    text: 'One sync of a provider.',
    fields: {
      id: { text: 'Names the run.' },
      provider: { text: 'The provider’s id.' },
      status: {
        text: '`RUNNING`: under way, with the counts so far; `WAITING`: the provider asked to wait, it goes on by itself.',
      },
      startedAt: { text: 'When it began. ISO 8601, UTC.' },
      endedAt: { text: 'When it ended; null while it is under way. ISO 8601, UTC.' },
      requests: { text: 'Requests to the provider.' },
      received: { text: 'Objects that the provider sent; null of a run of an older server.' },
      changed: { text: 'Records and events that are new or changed.' },
      removed: {
        text: 'Records that went, since their objects are gone there, or since it was disconnected.',
      },
      quarantined: { text: 'Objects that could not be accepted.' },
      quarantinedObjects: {
        text: 'The first twenty of them.',
        fields: {
          model: { text: 'What kind of object.' },
          id: { text: "The provider's id of it." },
          reason: { text: 'Why.' },
        },
      },
      waited: { text: 'Seconds that the provider asked to wait, in all.' },
      error: { text: 'What ended it, or failed in it; null: all went well.' },
      remedy: { text: 'What to do about the error.' },
    },
  },
  SyncRunList: {
    text: 'Syncs of a provider, or of all.',
    fields: {
      items: { text: 'Newest first; what is under way comes before all.', is: ['SyncRun'] },
      pagination: { text: 'Where the list stands.', is: ['Pagination'] },
    },
  },
  SyncStarted: {
    text: 'Of calls at once, one starts a sync.',
    fields: {
      started: { text: 'This call began it.' },
      alreadyRunning: { text: 'One was under way, or about to begin.' },
      provider: { text: "The provider's id." },
    },
  },
  TextPosition: {
    text: 'A place in a text. Characters are code points: an emoji is one.',
    fields: {
      offset: { text: 'How many characters stand before it.' },
      line: { text: 'From 1.' },
      column: { text: 'The place in its line, in characters from 1.' },
    },
  },
  TimelineEvent: {
    text: 'One thing that happened with a customer or a person.',
    fields: {
      id: { text: 'Names the entry.' },
      eventType: { text: 'Such as `PAGE_VIEW`.' },
      eventName: { text: 'What happened.' },
      channel: { text: 'Where it came from, broadly.' },
      title: { text: 'What it was, in a few words.' },
      summary: { text: 'A summary.' },
      occurredAt: { text: 'When it happened. ISO 8601, UTC.' },
      contact: { text: 'Name or e-mail address of the person; null while nobody is identified.' },
      sourceType: { text: 'What kind of source it is from; null for an event.' },
      sourceId: { text: "The source's id within its type." },
      sourceRef: {
        text: 'Both: for `svc_get_source`.',
        fields: {
          sourceType: { text: 'What kind of source it is.' },
          sourceId: { text: 'What the system that it comes from calls it.' },
        },
      },
      metadata: { text: 'What else is known of it: properties, address, form fields.', is: ['JsonObject'] },
    },
  },
  TrackingSettings: {
    text: 'Who may send events from a browser.',
    fields: {
      allowedOrigins: {
        text: "Origins (`https://app.acme.example`), hosts (`acme.example`), all subdomains (`*.acme.example`), or `null`, the origin of files and sandboxed frames. Empty: the server's `SVC_ALLOWED_ORIGINS`, else this machine alone.",
      },
      configHash: { text: 'Another one when, and only when, these settings were changed; for `If-Match`.' },
    },
  },
  TraitFilters: { text: 'Traits that must all match exactly, type included. An empty map filters nothing.' },
  TraitValue: { text: 'What a trait or a property may hold.' },
  Traits: { text: 'A flat map of traits.' },
  TriggerEvidence: {
    text: 'Why a run was triggered.',
    fields: {
      automationRunId: { text: "The automation's run that asked." },
      policy: {
        text: 'What the automation asks for, and what there was.',
        fields: {
          mode: { text: 'How many of the signals must occur.' },
          requiredCount: { text: 'Number of different signals that must occur.' },
          selectedCount: { text: "Number of the automation's signals." },
          matchedCount: { text: 'Number of different ones that occurred.' },
        },
      },
      selectedSignals: { text: "The automation's signals.", is: ['EvidenceSignal'] },
      matchedSignals: { text: 'Signals that occurred.', is: ['EvidenceSignal'] },
      window: {
        text: 'How far apart they may be.',
        fields: {
          value: { text: 'In units.' },
          unit: { text: '`hour` or `day`.' },
          startAt: { text: 'ISO 8601, UTC.' },
          endAt: { text: 'ISO 8601, UTC.' },
        },
      },
      primaryOccurrence: {
        text: 'The deciding occurrence.',
        fields: {
          id: { text: 'Names the occurrence.' },
          eventName: { text: 'Of the event that it is anchored to.' },
          eventChannel: { text: 'Of the event that it is anchored to.' },
          eventOccurredAt: { text: 'When it happened. ISO 8601, UTC.' },
        },
      },
    },
  },
  UpdateActivationBody: {
    text: 'From here on, this event name marks activation. What was activated stays so.',
    examples: [{ eventName: 'Project created' }],
    fields: { eventName: { text: '1 to 191 characters, exact; null turns it off.' } },
  },
  UpdateAgentBody: {
    text: 'At least one field.',
    examples: [{ instructions: 'Who renews within 30 days?' }],
    fields: {
      displayName: { text: '1 to 120 characters.' },
      instructions: { text: '1 to 32,000 characters.' },
      actionKeys: { text: 'An empty list takes all actions away.' },
    },
  },
  UpdateAutomationBody: {
    text: 'Body to update an automation: whole again, `enabled` included.',
    examples: [
      {
        agentId: '6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8',
        name: 'Trial started',
        triggerType: 'SIGNAL_OCCURRENCE',
        signalIds: ['6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8'],
        processorPolicy: { cooldownHours: 24 },
        enabled: false,
      },
    ],
    fields: {
      agentId: { text: 'The agent that does the work.' },
      name: { text: '1 to 120 characters.' },
      triggerType: { text: 'What triggers it: signals, or a schedule.' },
      description: { text: 'At most 1,000 characters. Default null.' },
      signalIds: {
        text: 'At most 50. Needed for `SIGNAL_OCCURRENCE`, refused for `SCHEDULE`. Default none.',
      },
      matchMode: { text: 'Default `ANY`. `ALL` and `AT_LEAST` count different signals of one customer.' },
      triggerWindow: {
        text: 'Within what time `ALL` or `AT_LEAST` signals must occur, by the time of their events. Default 24 hours.',
        fields: { value: { text: '1 to 365.' }, unit: { text: 'Real hours, or days of 24 hours.' } },
      },
      triggerThresholdCount: { text: '2 to 5; needed for `AT_LEAST`.' },
      schedule: { text: 'Needed for `SCHEDULE`.', is: ['AutomationSchedule'] },
      audienceFilter: {
        text: 'For `SCHEDULE`, must name customers or billing statuses.',
        is: ['AudienceFilter'],
      },
      processorPolicy: { is: ['ProcessorPolicy'] },
      deliveryPolicy: { is: ['DeliveryPolicy'] },
      destinationIds: { text: 'At most 25. Default none: the default destination is used.' },
      enabled: { text: 'An enabled automation needs a destination.' },
    },
  },
  UpdateDestinationBody: {
    text: 'At least one field besides `type`, which is that of the destination.',
    examples: [{ type: 'WEBHOOK_ENDPOINT', label: 'On call' }],
    fields: {
      type: { text: 'The kind that the destination is of.' },
      isDefault: {
        text: "Makes it the default fallback, and enabled. Another default takes its place; it can't be just taken away.",
      },
      label: { text: '1 to 120 characters.' },
      enabled: { text: 'Whether it is enabled.' },
      url: { text: 'Of a webhook: another address.' },
      secret: {
        text: 'Of a webhook: another secret, in force at once. Messages are signed with the former one too, for 24 hours.',
      },
    },
  },
  UpdateReportSettingsBody: {
    text: 'The channel to send reports to.',
    examples: [{ chatChannelId: 'C17', chatChannelName: 'customers' }],
    fields: {
      chatChannelId: { text: '1 to 191 characters.' },
      chatChannelName: { text: '1 to 120 characters.' },
    },
  },
  UpdateRetentionSettingsBody: {
    text: 'How long events are kept from now on. What is older is deleted for good, within a day: ask with `days` before.',
    examples: [{ days: 730 }],
    fields: { days: { text: '1 to 36,500; null: for ever.' } },
  },
  UpdateTrackingSettingsBody: {
    text: 'Who may send events from a browser from now on.',
    examples: [{ allowedOrigins: ['acme.example', '*.acme.example'] }],
    fields: {
      allowedOrigins: {
        text: "All of them: what isn't there is not allowed. Empty: the server's `SVC_ALLOWED_ORIGINS`, else this machine alone.",
      },
    },
  },
  UpdateWorkspaceSettingsBody: {
    text: 'Body of `PATCH /api/settings`: at least one field.',
    examples: [{ defaultTimezone: 'Europe/Berlin' }],
    fields: {
      defaultTimezone: { text: 'IANA name.', examples: ['Europe/Berlin'] },
      identityMergeSuggestions: {
        text: 'Whether customers and people that look like one are suggested for a merge. True until it is switched off.',
      },
      domains: {
        text: "Your own domains, in ASCII; at most 50. Addresses of them and of their subdomains are internal: they make no customer and no contact from synced records. Empty: members and their companies' addresses alone are.",
        examples: [['ourselves.example']],
      },
      reportCurrency: {
        text: 'ISO 4217: the currency that reports begin with where amounts are in several, which are never summed. Null: the one with the most recurring revenue.',
        examples: ['EUR'],
      },
    },
  },
  UpdateWorkspaceUserBody: {
    text: 'What changes: at least one field.',
    examples: [{ role: 'editor' }],
    fields: {
      name: { text: 'What they are called.' },
      role: { text: 'What they are here. Their sessions end.' },
      access: { text: '`disabled` ends their sessions and links; `active` lets them in again.' },
    },
  },
  UpdatedActivation: {
    text: 'What an update of the activation event came to.',
    fields: {
      activation: { text: 'As it is set now.', is: ['Activation'] },
      changed: { text: 'False when it was set so already.' },
    },
  },
  User: {
    text: 'A person, as lists tell of them.',
    fields: {
      id: { text: "The person's id." },
      email: { text: 'Their e-mail address.' },
      name: { text: 'Their name.' },
      customerId: { text: 'The customer they belong to.' },
      customerName: { text: 'What that is called.' },
      customerDomain: { text: 'Its main domain.' },
      journeyStage: { text: 'How far they have come.' },
      lastProductActivityAt: {
        text: 'When they last used the product or the website; null when never. ISO 8601, UTC.',
      },
      lastContactAt: {
        text: 'The last mail, call, meeting, ticket or chat with them; null when there was none. ISO 8601, UTC.',
      },
      lastActivityAt: { text: 'The later of the two; null without either. ISO 8601, UTC.' },
      daysSinceActivity: { text: 'Whole days since `lastActivityAt`; null when never active.' },
    },
  },
  UserIdentity: {
    text: 'The person who is logged in: holds for every event of the batch that names nobody itself.',
    fields: {
      email: { text: 'Their e-mail address.' },
      userId: { text: "The caller's own id of the person." },
      fingerprint: { text: 'The device that they use.' },
      traits: { text: 'Traits of the person: a flat map.', is: ['Traits'] },
    },
  },
  UserProfile: {
    text: 'A person, with when they reached each stage and how they first came.',
    fields: {
      externalUserId: { text: 'Your own id of them.' },
      firstSeenAt: { text: 'When they were first seen. ISO 8601, UTC.' },
      discoveredAt: { text: 'When they became known by e-mail address. ISO 8601, UTC.' },
      signedUpAt: { text: 'When they signed up. ISO 8601, UTC.' },
      activatedAt: { text: 'Their first activation event. ISO 8601, UTC.' },
      engagedAt: { text: 'When they first used the product on enough days. ISO 8601, UTC.' },
      inactiveAt: { text: 'When they became inactive; null while they are active. ISO 8601, UTC.' },
      firstVisitorChannel: { text: 'How the first visit came about.' },
      firstVisitorSource: { text: 'Where it came from.' },
      traits: { text: 'What was stated of them.', is: ['JsonObject'] },
      id: { text: "The person's id." },
      email: { text: 'Their e-mail address.' },
      name: { text: 'Their name.' },
      customerId: { text: 'The customer they belong to.' },
      customerName: { text: 'What that is called.' },
      customerDomain: { text: 'Its main domain.' },
      journeyStage: { text: 'How far they have come.' },
      lastProductActivityAt: {
        text: 'When they last used the product or the website; null when never. ISO 8601, UTC.',
      },
      lastContactAt: {
        text: 'The last mail, call, meeting, ticket or chat with them; null when there was none. ISO 8601, UTC.',
      },
      lastActivityAt: { text: 'The later of the two; null without either. ISO 8601, UTC.' },
      daysSinceActivity: { text: 'Whole days since `lastActivityAt`; null when never active.' },
    },
  },
  UserRecordInput: {
    text: 'A person in your systems: `email` or `userId` is required. Its key: `userId`, else `email`.',
    fields: {
      kind: { text: 'Tells it from other records.' },
      email: { text: 'Their e-mail address.' },
      userId: { text: "The caller's own id of the person." },
      name: { text: 'Their name.' },
      customer: {
        text: 'The account that they belong to: a company.',
        fields: {
          id: { text: "The customer's id here." },
          customerId: { text: 'Your own id of the account.' },
          domain: { text: 'A domain of the company.' },
          email: { text: 'The e-mail address of somebody there.' },
        },
      },
      createdAt: {
        text: 'When they became known where they come from, such as a sign-up. ISO 8601 with a zone. Default: when the record came.',
      },
      traits: { text: 'Further data.', is: ['Traits'] },
    },
  },
  Utm: {
    text: "The campaign that brought someone here, from the URL's `utm_*` parameters.",
    fields: {
      source: { text: '`utm_source`.', examples: ['google'] },
      medium: { text: '`utm_medium`.', examples: ['cpc'] },
      campaign: { text: '`utm_campaign`.' },
      term: { text: '`utm_term`.' },
      content: { text: '`utm_content`.' },
      ref: { text: '`ref`, a short form that some links carry.' },
    },
  },
  UuidParams: {
    text: 'Names one thing by its uuid.',
    fields: { id: { text: 'Uuid.', examples: ['6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8'] } },
  },
  View: {
    text: 'A list with its filters, order and columns under a name.',
    fields: {
      id: { text: 'Uuid.' },
      name: { text: 'For people.' },
      description: { text: 'For people.' },
      visibility: { text: 'Who sees it.' },
      ownerId: { text: "Whose it is: an API key's id, or `user:` and a person's." },
      ownerName: { text: 'Their name, when they last saved it.' },
      configHash: { text: 'Another one when, and only when, it was changed; for `If-Match`.' },
      createdAt: { text: 'When it was made.' },
      updatedAt: { text: 'When it was last changed.' },
      list: { text: 'Which list it is of.' },
      state: { text: 'Filters, order and columns.', is: ['JsonObject'] },
    },
  },
  ViewBody: {
    text: 'Body to save a view, and, whole again, to update it.',
    examples: [
      {
        name: 'Paying, quiet',
        visibility: 'workspace',
        list: 'customers',
        state: { billingStatus: 'PAYING', noActivityInLast: '14d' },
      },
    ],
    fields: {
      name: { text: '1 to 120 characters.' },
      description: { text: 'At most 1,000 characters. Default null.' },
      visibility: { text: '`workspace` needs the grant `behavior_metrics:manage`. Default `private`.' },
      list: { text: 'Which list it is of, such as `customers`: yours to name.' },
      state: { text: 'Filters, order and columns, as your page reads them.', is: ['JsonObject'] },
    },
  },
  ViewDescription: {
    text: 'A view that `svc_query` reads.',
    fields: {
      name: { text: 'What it is called in SQL.' },
      description: { text: 'What a row of it is.' },
      columns: {
        text: 'Its columns, in their order.',
        fields: {
          name: { text: 'What it is called in SQL.' },
          type: { text: 'Its type.' },
          description: { text: 'What it holds.' },
          values: {
            text: 'Of `activity.event_type` and `activity.event_name`: what occurs, the most frequent first; at most 100.',
          },
        },
      },
      exampleQueries: { text: 'Queries that run as they stand.' },
    },
  },
  ViewFound: { text: 'A saved view.', fields: { view: { text: 'As it is now.', is: ['View'] } } },
  ViewList: {
    text: 'Saved views.',
    fields: { views: { text: "Those of the workspace and one's own, by name.", is: ['View'] } },
  },
  Visibility: { text: 'Who sees a saved thing: who made it, or everybody of the workspace.' },
  WebhookConfig: { text: "For the server's webhook step." },
  WebhookParams: { fields: { provider: { text: 'Provider id.', examples: ['calls-a'] } } },
  WebhookQuery: {
    fields: {
      connection: {
        text: 'The connection that it is for, as the address says that the webhook set-up gives out.',
      },
    },
  },
  WebhookReceived: {
    text: 'It is durable; a replay of one that was received changes nothing.',
    fields: { received: { text: 'Always.' } },
  },
  WorkspaceAccess: {
    text: 'Somebody of your own, and whether they can sign in.',
    fields: {
      id: { text: 'Their id.' },
      email: { text: "Their e-mail address; null: the first owner, who hasn't said it yet." },
      name: { text: 'Their name; null: unknown.' },
      title: { text: 'Such as `Head of Success`.' },
      role: { text: 'What they are here; null: they have no access.' },
      access: {
        text: "`none`: known from records alone. `invited`: has a link that waits to be opened, or is too old. `active`: can sign in. `disabled`: can't any more.",
      },
      lastSeenAt: { text: 'When they last did something here. ISO 8601, UTC.' },
      linkExpiresAt: { text: 'Until when their link can be opened; null: there is none. ISO 8601, UTC.' },
    },
  },
  WorkspaceSettings: {
    text: 'The settings of a workspace.',
    fields: {
      defaultTimezone: { text: 'IANA name.', examples: ['Europe/Berlin'] },
      identityMergeSuggestions: {
        text: 'Whether customers and people that look like one are suggested for a merge. True until it is switched off.',
      },
      domains: {
        text: "Your own domains, in ASCII; at most 50. Addresses of them and of their subdomains are internal: they make no customer and no contact from synced records. Empty: members and their companies' addresses alone are.",
        examples: [['ourselves.example']],
      },
      reportCurrency: {
        text: 'ISO 4217: the currency that reports begin with where amounts are in several, which are never summed. Null: the one with the most recurring revenue.',
        examples: ['EUR'],
      },
      configHash: { text: 'Another one when, and only when, these settings were changed; for `If-Match`.' },
    },
  },
  WorkspaceUsage: {
    text: 'What the workspace has used of the server.',
    fields: {
      plan: { text: "The plan's name." },
      apiCalls: {
        text: 'Tool calls of this billing cycle, a calendar month in UTC.',
        fields: {
          month: { text: 'Such as `2026-11`.' },
          used: { text: 'So many.' },
          limit: { text: 'So many may be; null: unlimited.' },
          resetAt: { text: 'When the next cycle begins. ISO 8601, UTC.' },
        },
      },
      connectionLimit: { text: 'How many services may be connected; null: unlimited.' },
      retentionDays: { text: 'Events are deleted after so many days; null: never.' },
      logBytes: { text: 'Bytes of the log on this machine; null: it is stored elsewhere.' },
      callers: {
        text: 'Each key, and each person who signed in, with their requests.',
        fields: {
          id: { text: 'The id of the API key, or `user:` and the id of the person.' },
          name: { text: 'Their name; null: they are gone.' },
          kind: { text: 'Whether a person who signed in, or a key.' },
          requests: { text: 'All their requests.' },
          lastUsedAt: { text: 'The last one. ISO 8601, UTC.' },
        },
      },
    },
  },
  WorkspaceUser: {
    text: 'Someone of our own: a customer success manager, an account owner, an admin.',
    fields: {
      id: { text: "The member's id." },
      email: { text: 'Their e-mail address.' },
      name: { text: 'Their name.' },
      title: { text: 'Such as `Head of Success`.' },
      role: { text: 'Such as `csm`.' },
      managerEmail: { text: 'The e-mail address of their manager.' },
      territory: { text: 'Which part of the market is theirs.' },
      socialProfileUrl: { text: 'Their page in a social network.' },
      ownedCustomerCount: { text: 'How many customers they look after.' },
    },
  },
}
