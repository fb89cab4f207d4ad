{{- define "asyfleet.fullname" -}}
{{- if contains "asyfleet" .Release.Name -}}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{- else -}}{{ printf "%s-asyfleet" .Release.Name | trunc 40 | trimSuffix "-" }}{{- end -}}
{{- end -}}

{{- /* Call with (dict "root" $ "part" "backend"). */ -}}
{{- define "asyfleet.name" -}}
{{ include "asyfleet.fullname" .root }}-{{ .part }}
{{- end -}}

{{- define "asyfleet.selector" -}}
app.kubernetes.io/name: asyfleet
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "asyfleet.labels" -}}
{{ include "asyfleet.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "asyfleet.image" -}}
{{- $values := .values -}}
{{- with .root.Values.image.registry }}{{ . }}/{{ end }}{{ $values.image }}{{ if $values.digest }}@{{ $values.digest }}{{ else }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}{{ end }}
{{- end -}}

{{- /* The variable with the address of Redis. */ -}}
{{- define "asyfleet.redis" -}}
- name: REDIS_URL
{{- if .Values.externalRedis.secret }}
  valueFrom:
    secretKeyRef: {name: {{ .Values.externalRedis.secret }}, key: url}
{{- else }}
  value: {{ .Values.externalRedis.url | default (printf "redis://%s-valkey:6379" (include "asyfleet.fullname" .)) | quote }}
{{- end }}
{{- end -}}

{{- define "asyfleet.ownRedis" -}}
{{- if not (or .Values.externalRedis.url .Values.externalRedis.secret) }}true{{ end -}}
{{- end -}}

{{- define "asyfleet.env" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{- /* The parts that the pods of all services share. */ -}}
{{- define "asyfleet.pod" -}}
serviceAccountName: {{ include "asyfleet.name" . }}
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: {{ .root.Values.terminationGracePeriodSeconds }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
{{ toYaml . }}
{{- end }}
{{- with .values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .values.nodeSelector }}
nodeSelector:
{{ toYaml . | indent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
{{ toYaml . }}
{{- end }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
{{ include "asyfleet.selector" . | indent 8 }}
{{- end -}}

{{- define "asyfleet.securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "asyfleet.probes" -}}
startupProbe:
  httpGet: {path: /readyz, port: {{ . }}}
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: {path: /healthz, port: {{ . }}}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: {path: /readyz, port: {{ . }}}
  periodSeconds: 3
  timeoutSeconds: 3
{{- end -}}

{{- /* Names, and Redis: the pod of this chart, or any host at the port of the address. */ -}}
{{- define "asyfleet.redisEgress" -}}
- ports:
    - {port: 53, protocol: UDP}
    - {port: 53, protocol: TCP}
{{- if include "asyfleet.ownRedis" . }}
- ports:
    - {port: redis}
  to:
    - podSelector:
        matchLabels:
{{ include "asyfleet.selector" (dict "root" . "part" "valkey") | indent 10 }}
{{- else }}
- ports:
    {{- range .Values.externalRedis.ports }}
    - {port: {{ . }}}
    {{- end }}
{{- end }}
{{- end -}}
