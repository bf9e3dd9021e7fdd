// Grafana's own types, as strict as they go for JSON. The test appends `const dashboard: KexdDashboard = …;` and has
// TypeScript check it: a literal may have no field that a type does not name.
import type { Dashboard, Panel, RowPanel, FieldConfigSource, DataSourceRef } from '@grafana/schema';
import type { Options as StatOptions } from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen';
import type {
  Options as TimeSeriesOptions,
  FieldConfig as TimeSeriesFieldConfig,
} from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';
import type { Options as TableOptions } from '@grafana/schema/dist/esm/raw/composable/table/panelcfg/x/TablePanelCfg_types.gen';
import type { TableFieldOptions } from '@grafana/schema';

/** In JSON the members of a string enum are plain strings. */
type Json<T> = T extends string ? `${T}` : T extends object ? { [K in keyof T]: Json<T[K]> } : T;

/** The Prometheus data source's query; its type is not among those of @grafana/schema. */
interface PrometheusQuery {
  refId: string;
  datasource: DataSourceRef;
  expr: string;
  legendFormat: string;
  range: true;
}

/** Now only, a row for each series. */
interface PrometheusTableQuery {
  refId: string;
  datasource: DataSourceRef;
  expr: string;
  format: 'table';
  instant: true;
}

type PanelOf<Type extends string, Options, Custom, Query = PrometheusQuery> =
  Omit<Panel, 'type' | 'options' | 'fieldConfig' | 'targets'> & {
    type: Type;
    title: string;
    options: Options;
    fieldConfig: FieldConfigSource<Custom>;
    targets: Query[];
  };

type KexdDashboard = Json<Omit<Dashboard, 'panels'> & {
  panels: Array<
    | RowPanel
    | PanelOf<'stat', StatOptions, {}>
    | PanelOf<'timeseries', TimeSeriesOptions, TimeSeriesFieldConfig>
    | PanelOf<'table', TableOptions, Partial<TableFieldOptions>, PrometheusTableQuery>
  >;
}>;

