// @ts-nocheck -- ajv writes no types.
// Generated from the schemas by `make generate`. Do not edit.
import type { ValidateFunction } from 'ajv';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';

export const validate: ValidateFunction = validate20 as never;
const schema31 = {"type":"object","additionalProperties":false,"properties":{"cluster":{"type":"object","additionalProperties":false,"properties":{"cluster_id":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$","maxLength":63,"description":"small letters, digits and dashes between them, such as credit-1"},"environment":{"enum":["dev","stg","prod","test"]},"endpoints":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^https?://[^/]+:[0-9]{1,5}$","description":"http://HOST:PORT or https://HOST:PORT"}},"ca_file":{"type":"string","minLength":1},"cert_file":{"type":"string","minLength":1},"key_file":{"type":"string","minLength":1},"username":{"type":"string","minLength":1},"password_file":{"type":"string","minLength":1}},"default":{}}},"$id":"config"};
const func1 = ucs2length.default;
const pattern4 = new RegExp("^[a-z0-9]([a-z0-9-]*[a-z0-9])?$", "u");
const pattern5 = new RegExp("^https?://[^/]+:[0-9]{1,5}$", "u");

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="config" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cluster === undefined){
data.cluster = {};
}
for(const key0 in data){
if(!(key0 === "cluster")){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
let data0 = data.cluster;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key1 in data0){
if(!((((((((key1 === "cluster_id") || (key1 === "environment")) || (key1 === "endpoints")) || (key1 === "ca_file")) || (key1 === "cert_file")) || (key1 === "key_file")) || (key1 === "username")) || (key1 === "password_file"))){
const err1 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.cluster,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data0.cluster_id !== undefined){
let data1 = data0.cluster_id;
if(typeof data1 === "string"){
if(func1(data1) > 63){
const err2 = {instancePath:instancePath+"/cluster/cluster_id",schemaPath:"#/properties/cluster/properties/cluster_id/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema31.properties.cluster.properties.cluster_id,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern4.test(data1)){
const err3 = {instancePath:instancePath+"/cluster/cluster_id",schemaPath:"#/properties/cluster/properties/cluster_id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema31.properties.cluster.properties.cluster_id,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/cluster/cluster_id",schemaPath:"#/properties/cluster/properties/cluster_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.cluster_id.type,parentSchema:schema31.properties.cluster.properties.cluster_id,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data0.environment !== undefined){
let data2 = data0.environment;
if(!((((data2 === "dev") || (data2 === "stg")) || (data2 === "prod")) || (data2 === "test"))){
const err5 = {instancePath:instancePath+"/cluster/environment",schemaPath:"#/properties/cluster/properties/environment/enum",keyword:"enum",params:{allowedValues: schema31.properties.cluster.properties.environment.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.cluster.properties.environment.enum,parentSchema:schema31.properties.cluster.properties.environment,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data0.endpoints !== undefined){
let data3 = data0.endpoints;
if(Array.isArray(data3)){
if(data3.length < 1){
const err6 = {instancePath:instancePath+"/cluster/endpoints",schemaPath:"#/properties/cluster/properties/endpoints/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.cluster.properties.endpoints,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 === "string"){
if(!pattern5.test(data4)){
const err7 = {instancePath:instancePath+"/cluster/endpoints/" + i0,schemaPath:"#/properties/cluster/properties/endpoints/items/pattern",keyword:"pattern",params:{pattern: "^https?://[^/]+:[0-9]{1,5}$"},message:"must match pattern \""+"^https?://[^/]+:[0-9]{1,5}$"+"\"",schema:"^https?://[^/]+:[0-9]{1,5}$",parentSchema:schema31.properties.cluster.properties.endpoints.items,data:data4};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/cluster/endpoints/" + i0,schemaPath:"#/properties/cluster/properties/endpoints/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.endpoints.items.type,parentSchema:schema31.properties.cluster.properties.endpoints.items,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/cluster/endpoints",schemaPath:"#/properties/cluster/properties/endpoints/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.cluster.properties.endpoints.type,parentSchema:schema31.properties.cluster.properties.endpoints,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data0.ca_file !== undefined){
let data5 = data0.ca_file;
if(typeof data5 === "string"){
if(func1(data5) < 1){
const err10 = {instancePath:instancePath+"/cluster/ca_file",schemaPath:"#/properties/cluster/properties/ca_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.ca_file,data:data5};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/cluster/ca_file",schemaPath:"#/properties/cluster/properties/ca_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.ca_file.type,parentSchema:schema31.properties.cluster.properties.ca_file,data:data5};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data0.cert_file !== undefined){
let data6 = data0.cert_file;
if(typeof data6 === "string"){
if(func1(data6) < 1){
const err12 = {instancePath:instancePath+"/cluster/cert_file",schemaPath:"#/properties/cluster/properties/cert_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.cert_file,data:data6};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/cluster/cert_file",schemaPath:"#/properties/cluster/properties/cert_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.cert_file.type,parentSchema:schema31.properties.cluster.properties.cert_file,data:data6};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data0.key_file !== undefined){
let data7 = data0.key_file;
if(typeof data7 === "string"){
if(func1(data7) < 1){
const err14 = {instancePath:instancePath+"/cluster/key_file",schemaPath:"#/properties/cluster/properties/key_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.key_file,data:data7};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/cluster/key_file",schemaPath:"#/properties/cluster/properties/key_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.key_file.type,parentSchema:schema31.properties.cluster.properties.key_file,data:data7};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data0.username !== undefined){
let data8 = data0.username;
if(typeof data8 === "string"){
if(func1(data8) < 1){
const err16 = {instancePath:instancePath+"/cluster/username",schemaPath:"#/properties/cluster/properties/username/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.username,data:data8};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/cluster/username",schemaPath:"#/properties/cluster/properties/username/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.username.type,parentSchema:schema31.properties.cluster.properties.username,data:data8};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data0.password_file !== undefined){
let data9 = data0.password_file;
if(typeof data9 === "string"){
if(func1(data9) < 1){
const err18 = {instancePath:instancePath+"/cluster/password_file",schemaPath:"#/properties/cluster/properties/password_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.password_file,data:data9};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/cluster/password_file",schemaPath:"#/properties/cluster/properties/password_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.password_file.type,parentSchema:schema31.properties.cluster.properties.password_file,data:data9};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.cluster.type,parentSchema:schema31.properties.cluster,data:data0};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
